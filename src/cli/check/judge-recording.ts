import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { runDetectors } from '../../detect/run-detectors.ts';
import { findSchemaDrift } from '../../detect/schema-drift.ts';
import type { Policy } from '../../policy/rule.ts';
import { readRecording } from '../../record/recording-file.ts';
import { findSecretShapes } from '../../redact/secret-shapes.ts';
import type { Tool } from '../../tool/tool.ts';
import { createFinding } from '../../trace/create-finding.ts';
import type { Finding } from '../../trace/finding.ts';
import type { Recording } from '../../trace/recording.ts';
import type { Trace } from '../../trace/trace.ts';
import type { FoundRecording } from '../find-recordings.ts';

/** Today's project, as far as a stored recording is judged by it. */
export interface Judges {
  root: string;
  tools: ReadonlyMap<string, Tool>;
  policies: readonly Policy[];
}

export interface JudgedRecording {
  id: string;
  runs: number;
  calls: number;
  findings: Finding[];
  traces: readonly Trace[];
}

/** Judges one stored recording: policies and detectors over its traces, schemas, secrets in its bytes, its spec. */
export async function judgeRecording(found: FoundRecording, judges: Judges): Promise<JudgedRecording> {
  const recording = readRecording(found.golden);
  const tools = [...judges.tools.values()];
  const judged = recording.runs.flatMap((trace) => runDetectors({ trace, tools, policies: judges.policies }));
  const findings = [
    ...judged,
    ...(await findSchemaDrift(recording, judges.tools)),
    ...findSecrets(found, judges.root),
    ...findUnused(found, recording, judges.root),
  ];
  return {
    id: found.id,
    traces: recording.runs,
    runs: recording.runs.length,
    calls: recording.runs.reduce((sum, { calls }) => sum + calls.length, 0),
    findings: findings.map((finding) => ({ reproduce: `npx touchstone check ${found.id}`, ...finding })),
  };
}

function findSecrets({ golden, id }: FoundRecording, root: string): Finding[] {
  return readFileSync(golden, 'utf8')
    .split('\n')
    .flatMap((text, index) =>
      findSecretShapes(text).map(({ label }) =>
        createFinding({
          ruleId: 'leak/secret-shape',
          severity: 'error',
          message: `The recording ${id} holds what looks like a ${label.replaceAll('-', ' ')}.`,
          location: { file: relative(root, golden).replaceAll('\\', '/'), line: index + 1 },
          evidence: { kind: label },
          fix: 'Treat the secret as known to others: revoke it, then record anew so that it is redacted.',
          about: { id, label },
        }),
      ),
    );
}

function findUnused({ id, golden }: FoundRecording, { header }: Recording, root: string): Finding[] {
  if (header.spec === '' || existsSync(join(root, header.spec))) return [];
  return [
    createFinding({
      ruleId: 'golden/unused',
      severity: 'warning',
      message: `The recording ${id} belongs to ${header.spec}, which is no longer there.`,
      location: { file: relative(root, golden).replaceAll('\\', '/') },
      evidence: { spec: header.spec, test: header.test },
      fix: `Delete it: git rm ${relative(root, golden).replaceAll('\\', '/')}`,
    }),
  ];
}
