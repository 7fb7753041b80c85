// What a browser calls itself, in words.
import Bowser from 'bowser';

/** 'Chrome on Windows' for a User-Agent header; 'Unknown' for what is no known browser. */
export function deviceName(userAgent: string): string {
  if (userAgent === '') return 'Unknown';
  const { browser, os } = Bowser.parse(userAgent);
  return [browser.name, os.name].filter(Boolean).join(' on ') || 'Unknown';
}
