import { resolve } from 'node:path';
import { AppError } from '../../core/errors.ts';
import { recordingId, recordingPath } from '../../record/recording-name.ts';
import type { HarnessPlace } from '../open-harness.ts';
import type { SessionOptions } from './recording-session.ts';

export interface PlaceOptions {
  /** The project's folder, absolute. */
  root: string;
  /** The folder of the recordings, absolute. */
  recordings: string;
  /** The spec file relative to the root, with `/`. */
  spec: string;
  /** The full name of the test. */
  test: string;
  /** A name given by code; it stands for spec and test. */
  name: string | undefined;
  /** Whose recording it is: the same over the retries of one test, different for another test. */
  owner: string;
  commandLineMode: SessionOptions['commandLineMode'];
  seed: number | undefined;
  /** The test's own name, without its suites. */
  testName: string;
  configFile: string | undefined;
}

/** Where the recording of a test is, and how to find the test again. */
export type RecordingPlace = Omit<HarnessPlace, 'judging' | 'worlds' | 'waivers'>;

const owners = new Map<string, string>();

/** Finds the recording of a test. Two tests that would share one file are CONFIG_INVALID, naming both. */
export function placeOf(options: PlaceOptions): RecordingPlace {
  const { root, recordings, spec, test, name } = options;
  const file =
    name === undefined
      ? recordingPath(recordings, { spec, test })
      : resolve(recordings, `${name}.trace.json`);
  const owner = `${options.owner} ${spec} > ${test}`;
  const first = owners.get(file) ?? owner;
  if (first !== owner) throw sharedFile(recordingId(recordings, file), spec, test);
  owners.set(file, owner);
  return {
    root,
    file,
    id: recordingId(recordings, file),
    test,
    address: { spec, testName: options.testName, configFile: options.configFile },
    commandLineMode: options.commandLineMode,
    environment: process.env,
    seed: options.seed,
  };
}

function sharedFile(id: string, spec: string, test: string): AppError {
  return new AppError(
    'CONFIG_INVALID',
    `Two tests in ${spec} would share the recording ${id}; give the test "${test}" a name of its own.`,
  );
}
