import { createHash } from 'node:crypto';
import type { Report } from '../report.ts';
import { markupText } from '../formats/markup.ts';
import { pageData } from './page-data.ts';
import type { HistoryPoint } from './page-model.ts';
import { pageScript } from './page-script.ts';
import { pageStyles } from './styles/page-styles.ts';

/**
 * The report as one HTML file: styles, script and data inside, no network. The content security policy admits exactly this
 * script and these styles, so that nothing in the data can run.
 */
export function htmlPage(report: Report, history: readonly HistoryPoint[] = []): string {
  const [script, styles] = [pageScript(), pageStyles()];
  const policy = [
    "default-src 'none'",
    `script-src '${integrity(script)}'`,
    `style-src '${integrity(styles)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const title = `${markupText(words[report.verdict])} · Touchstone`;
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${title}</title>`,
    `<style>${styles}</style>`,
    '</head>',
    '<body>',
    '<noscript>This page needs its own script, which is part of the file; nothing is loaded from elsewhere.</noscript>',
    '<div id="app"></div>',
    `<script type="application/json" id="data">${inertJson(pageData(report, history))}</script>`,
    `<script>${script}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

const words = { passed: 'Passed', changed: 'Changed', failed: 'Failed', 'could-not-run': 'Could not run' };

function integrity(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

// No character in it can end the script element that holds it.
function inertJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
