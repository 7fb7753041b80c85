// Types of the test oracle split-sms, which ships none: only what segments.test.ts calls.
declare module 'split-sms' {
  export function split(text: string): {
    characterSet: 'GSM' | 'Unicode';
    parts: { content: string; length: number; bytes: number }[];
    bytes: number;
    length: number;
  };
}
