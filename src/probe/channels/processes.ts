import type { Channel } from '../../tool/channel.ts';
import { memoryChannel } from './memory-channel.ts';

/** A command that a tool started. */
export interface StartedCommand {
  command: string;
  args: string[];
}

/** Where tools start commands: nothing is executed, each start is kept, and the answer is given by a function. */
export interface Processes extends Channel {
  start(command: string, args?: readonly string[]): Promise<string>;
}

/** Makes a fake process table. @default every command prints nothing */
export function processes(
  options: { name?: string; answer?: (started: StartedCommand) => string } = {},
): Processes {
  const { name = 'processes', answer = () => '' } = options;
  const started: StartedCommand[] = [];
  return memoryChannel(
    name,
    () => structuredClone(started),
    (perform) => ({
      start: (command: string, args: readonly string[] = []) =>
        perform(() => {
          const entry = { command, args: [...args] };
          started.push(entry);
          return answer(entry);
        }),
    }),
  );
}
