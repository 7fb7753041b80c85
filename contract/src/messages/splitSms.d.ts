// Types of split-sms, the test oracle of segments.test.ts, which has no types of its own.
declare module 'split-sms' {
  export function split(text: string): {
    characterSet: 'GSM' | 'Unicode';
    parts: { content: string; length: number; bytes: number }[];
    bytes: number;
    length: number;
  };
}
