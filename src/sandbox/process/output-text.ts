/** Collects a stream's text, holding no more than what will be shown: the first fifth and the end. */
export interface OutputText {
  add(chunk: Buffer): void;
  /** The text without terminal sequences; where it was cut, a line says how many characters are missing. */
  finish(): { text: string; truncated: boolean };
}

/** Makes a collector that shows at most `limit` characters. Bytes that are not UTF-8 become U+FFFD. */
export function outputText(limit: number): OutputText {
  const decoder = new TextDecoder('utf-8');
  const headLimit = Math.floor(limit / 5);
  const tailLimit = limit - headLimit;
  let head = '';
  let tail = '';
  let dropped = 0;
  const take = (text: string): void => {
    const room = headLimit - head.length;
    head += text.slice(0, room);
    tail += text.slice(room);
    if (tail.length > tailLimit * 2 + 4_096) cut();
  };
  const cut = (): void => {
    dropped += Math.max(0, tail.length - tailLimit);
    tail = tailLimit === 0 ? '' : tail.slice(-tailLimit);
  };
  return {
    add: (chunk) => take(decoder.decode(chunk, { stream: true })),
    finish() {
      take(decoder.decode());
      cut();
      // Half a surrogate pair at a cut is no character.
      const [start, end] = [head.replace(/[\uD800-\uDBFF]$/, ''), tail.replace(/^[\uDC00-\uDFFF]/, '')];
      if (dropped === 0) return { text: plainText(head + tail), truncated: false };
      const text = `${plainText(start)}\n[… ${dropped} characters left out …]\n${plainText(end)}`;
      return { text, truncated: true };
    },
  };
}

// CSI, OSC and other string sequences, two-character sequences, and what moves the cursor or rings.
const terminal =
  // eslint-disable-next-line no-control-regex -- these are what is removed
  /\u001b\[[0-?]*[ -/]*[@-~]|\u001b[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b[ -/]*[0-~]|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/** Takes terminal sequences and control characters other than tab, line feed and carriage return out of a text. */
export function plainText(text: string): string {
  return text.replace(terminal, '');
}
