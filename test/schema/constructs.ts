import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { z } from 'zod';

const file = fileURLToPath(new URL('../../../shared/conformance/zod-constructs.mjs', import.meta.url));

/** Tells whether the corpus of zod constructs lies beside the repository. */
export const hasConstructs = existsSync(file);

export interface Construct {
  name: string;
  make: () => z.ZodType;
}

/** The 148 constructs of zod, made by the given copy of zod; those that it does not have are left out. */
export async function readConstructs(zod: unknown = z): Promise<Construct[]> {
  const { constructs } = (await import(pathToFileURL(file).href)) as {
    constructs: (zod: unknown, version: number) => Construct[];
  };
  return constructs(zod, 4).filter(({ make }) => {
    try {
      make();
      return true;
    } catch {
      return false;
    }
  });
}
