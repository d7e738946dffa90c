/** A value that JSON can hold without loss. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Tells whether a value is an object with string keys: made by `{}`, `Object.create(null)` or JSON.parse. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return (
    prototype === null ||
    prototype === Object.prototype ||
    Object.getPrototypeOf(prototype as object) === null
  );
}

/** Sets an own property, also for the key `__proto__`, which plain assignment would turn into a prototype change. */
export function setOwn(target: object, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
    return;
  }
  (target as Record<string, unknown>)[key] = value;
}
