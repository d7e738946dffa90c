import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { junitXml } from '../../src/review/formats/junit.ts';
import { htmlPage } from '../../src/review/page/html-page.ts';
import type { Report } from '../../src/review/report.ts';
import { exampleReport, exampleRun, exampleTest } from '../review/example-report.ts';
import { hostile, hostileReport } from '../review/hostile-report.ts';
import { goldenTrace, storyReport } from '../review/page-report.ts';

const executablePath = process.env['TOUCHSTONE_CHROMIUM'] ?? '/usr/bin/chromium';
const built = existsSync('dist/src/review/page/client/main.js');
const ready = built && existsSync(executablePath);

describe.skipIf(!ready)(
  'the report page in Chromium (skipped without /usr/bin/chromium or before npm run build)',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'touchstone-page-'));
    let browser: Browser;
    const faults: string[] = [];
    const requests: string[] = [];

    beforeAll(async () => {
      browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    }, 60_000);

    afterAll(() => browser.close());

    /** Writes the page, opens it from its file and notes every fault and request. */
    async function open(report: Report, name: string, hash = ''): Promise<Page> {
      const file = join(folder, `${name}.html`);
      writeFileSync(file, htmlPage(report));
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
      page.on('request', (request) => request.url().startsWith('file:') || requests.push(request.url()));
      page.on('dialog', (dialog) => faults.push(`dialog ${dialog.message()}`));
      await page.goto(`file://${file}${hash}`);
      return page;
    }

    async function violations(page: Page): Promise<string[]> {
      const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
      // The page's own policy forbids foreign scripts, so that the checker is put in past it.
      await page.evaluate(readFileSync(axe, 'utf8'));
      return page.evaluate(async () => {
        const { axe: checker } = globalThis as unknown as {
          axe: {
            run(): Promise<{
              violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[];
            }>;
          };
        };
        const found = await checker.run();
        return found.violations.map(
          ({ id, nodes }) => `${id}: ${nodes[0]!.html.slice(0, 200)} ${nodes[0]!.failureSummary ?? ''}`,
        );
      });
    }

    test('the overview says what happened and links to it', async () => {
      const page = await open(storyReport(), 'overview');
      expect(await page.textContent('h1')).toBe(
        '✗ 10 changes of behaviour, 2 findings, 1 replay miss, 1 failed test',
      );
      expect(await page.locator('.strip a').count()).toBe(24);
      await page.getByRole('link', { name: 'Findings', exact: false }).first().click();
      expect(await page.textContent('h1')).toBe('2 findings');
      await page.close();
    });

    test('a changed test shows both sides with the leaf that differs, equal calls folded until they are asked for', async () => {
      const golden = goldenTrace();
      const trace = structuredClone(golden);
      trace.calls[0]!.input = { orderId: 'o-2' };
      const difference = {
        kind: 'args-changed' as const,
        toolName: 'lookupOrder',
        path: 'input.orderId',
        expected: 'o-1',
        actual: 'o-2',
        severity: 'medium' as const,
        position: 1,
        message: 'lookupOrder: input.orderId changed.',
      };
      const report = exampleReport([
        exampleTest('one', { runs: [exampleRun({ calls: 7, golden, trace, differences: [difference] })] }),
      ]);
      const page = await open(report, 'folded', '#/test/refund%2Fone');
      expect(await page.locator('.golden .line.changed').allInnerTexts()).toEqual(['−  orderId: "o-1"']);
      expect(await page.locator('.now .line.changed').allInnerTexts()).toEqual(['+  orderId: "o-2"']);
      expect(await page.locator('.call').count()).toBe(1);
      await page.getByRole('button', { name: '6 calls the same' }).click();
      expect(await page.locator('.call').count()).toBe(7);
      await page.close();
    });

    test('keys move between differences, search, and tell what they do', async () => {
      const page = await open(storyReport(), 'keys', '#/test/refund%2Fsmall-order');
      const focused = () =>
        page.evaluate<string>(`document.activeElement?.querySelector('strong')?.textContent`);
      await page.keyboard.press('j');
      expect(await focused()).toBe('lookupOrder');
      await page.keyboard.press('j');
      expect(await focused()).toBe('listShipments');
      await page.keyboard.press('k');
      await page.keyboard.press('Enter');
      expect(await page.locator('details.call').first().getAttribute('open')).toBe(null);
      await page.keyboard.press('?');
      expect(await page.locator('dialog[open]').count()).toBe(1);
      await page.keyboard.press('Escape');
      await page.keyboard.press('/');
      await page.waitForFunction(`document.activeElement?.id === 'search'`);
      await page.keyboard.type('leaks');
      expect(await page.textContent('[role=status]')).toBe('1 of 24 tests');
      await page.close();
    });

    test('filters narrow the list of tests', async () => {
      const page = await open(storyReport(), 'filters', '#/tests');
      await page.selectOption('#filter-state', 'changed');
      expect(await page.locator('tbody tr').count()).toBe(2);
      await page.selectOption('#filter-severity', 'high');
      expect(await page.locator('tbody a').allInnerTexts()).toEqual(['refund > small order']);
      await page.close();
    });

    test('a link to a call opens that call', async () => {
      const page = await open(storyReport(), 'deep', '#/test/refund%2Fsmall-order/0-4');
      expect(await page.locator('details.call[open] strong').allInnerTexts()).toEqual(['issueRefund']);
      await page.close();
    });

    test('every view passes the accessibility checks, light and dark', async () => {
      const page = await open(storyReport(), 'axe');
      for (const scheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: scheme });
        for (const hash of [
          '#/',
          '#/changes',
          '#/findings',
          '#/tests',
          '#/test/refund%2Fsmall-order',
          '#/test/order%2Fstory-3',
        ]) {
          await page.goto(`file://${join(folder, 'axe.html')}${hash}`);
          expect([scheme, hash, ...(await violations(page))]).toEqual([scheme, hash]);
        }
      }
      await page.close();
    }, 60_000);

    test('hostile texts make no element, request or script, in any view', async () => {
      const page = await open(hostileReport(), 'hostile');
      const id = encodeURIComponent(hostile.replace(/\p{Cs}/gu, '\ufffd'));
      for (const hash of ['#/', '#/changes', '#/findings', '#/tests', `#/test/${id}`]) {
        await page.goto(`file://${join(folder, 'hostile.html')}${hash}`);
        const state = await page.evaluate(`({
        pwned: 'pwned' in globalThis,
        foreign: document.querySelectorAll('main script, img, iframe, a[href^="javascript:"]').length,
        scripts: document.scripts.length,
        shows: document.body.innerText.includes('<script>window.pwned=1</script>'),
        bare: /[\\u0000-\\u0008\\u001b\\u202e]/.test(document.body.innerText),
      })`);
        expect([hash, state]).toEqual([
          hash,
          { pwned: false, foreign: 0, scripts: 2, shows: true, bare: false },
        ]);
      }
      await page.close();
    });

    test('without its policy and escapes the same texts would run: the check above can fail', async () => {
      const page = await browser.newPage();
      await page.setContent(`<main>${hostile}</main>`);
      await page.waitForFunction(`'pwned' in globalThis`);
      await page.close();
    });

    test('200 tests with 5,000 calls open within 2 seconds', async () => {
      const trace = goldenTrace();
      trace.calls = Array.from({ length: 25 }, (_, index) => ({
        ...trace.calls[index % 7]!,
        callId: `c${index}`,
      }));
      const tests = Array.from({ length: 200 }, (_, index) =>
        exampleTest(`story ${index}`, { runs: [exampleRun({ calls: 25, trace })] }),
      );
      const page = await open(exampleReport(tests), 'large');
      const opened = await page.evaluate(() => performance.now());
      expect(await page.locator('.strip a').count()).toBe(200);
      expect(opened).toBeLessThan(2_000);
      await page.close();
    });

    test('JUnit of hostile texts is well-formed XML', async () => {
      const page = await browser.newPage();
      const xml = JSON.stringify(junitXml(hostileReport()));
      const error = await page.evaluate(
        `new DOMParser().parseFromString(${xml}, 'application/xml').querySelector('parsererror')?.textContent`,
      );
      expect(error).toBe(undefined);
      await page.close();
    });

    test('no fault was reported and nothing was asked of the network', () => {
      expect({ faults, requests }).toEqual({ faults: [], requests: [] });
    });
  },
);
