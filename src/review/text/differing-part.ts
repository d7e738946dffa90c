const CONTEXT = 24;

/**
 * Two long texts cut down to where they differ, with a little of what stands around it, so that the difference itself is
 * never what is cut off. Short texts are given back as they are.
 */
export function differingPart(before: string, now: string, limit = 90): [before: string, now: string] {
  if (before === now || (before.length <= limit && now.length <= limit)) return [before, now];
  const shorter = Math.min(before.length, now.length);
  let start = 0;
  while (start < shorter && before[start] === now[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === now[now.length - 1 - end]) end += 1;
  const from = Math.max(0, start - CONTEXT);
  const cut = (text: string): string => {
    const to = Math.min(text.length, text.length - end + CONTEXT);
    return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`;
  };
  return [cut(before), cut(now)];
}
