import type { SerializedError } from 'vitest';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { messageOf } from '../src/core/errors.ts';
import type { Report } from '../src/review/report.ts';
import { collectReport, type CollectOptions } from './collect-report.ts';

export interface ReporterOptions extends CollectOptions {
  /** Called once with the finished report. */
  onReport?: (report: Report) => void;
}

/** What every reporter of this package is: waits for the end of the run, prints the one Report, sets the exit code. */
export abstract class ReportReporter<Options extends ReporterOptions = ReporterOptions> implements Reporter {
  /** By this mark the vitest plugin sees that a reporter of ours is there. */
  readonly isTouchstoneReporter = true;
  protected readonly options: Options;
  #vitest: Vitest | undefined;
  #started = performance.now();

  constructor(options: Options = {} as Options) {
    this.options = options;
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunStart(): void {
    this.#started = performance.now();
  }

  // A reporter that throws here would swallow vitest's own summary.
  async onTestRunEnd(
    modules: readonly TestModule[],
    unhandledErrors: readonly SerializedError[],
  ): Promise<void> {
    try {
      if (this.#vitest === undefined) return;
      const durationMs = performance.now() - this.#started;
      const report = collectReport(this.#vitest, { modules, unhandledErrors, durationMs }, this.options);
      process.exitCode = Math.max(Number(process.exitCode ?? 0), report.exitCode);
      await this.print(report, this.#vitest);
      this.options.onReport?.(report);
    } catch (error) {
      process.exitCode = 2;
      process.stderr.write(`touchstone: this reporter could not finish: ${messageOf(error)}\n`);
    }
  }

  protected abstract print(report: Report, vitest: Vitest): void | Promise<void>;
}
