// The check of screens in Tamil and Sinhala finds clipped text, overflow, untranslated keys and stray marks.
import { expect, test } from '@playwright/test';
import { findOverflow } from './overflow.ts';

test('finds clipped text, overflow, untranslated keys and a mark that begins a line, and nothing else', async ({
  page,
}) => {
  await page.setContent(`
    <div style="width: 100px; overflow: hidden"><span style="white-space: nowrap">a text that is cut at the end of its line</span></div>
    <button style="width: 60px; white-space: nowrap; border: 1px solid; overflow: visible">over its own box and more</button>
    <p>nav.skip</p>
    <div style="width: 100px; overflow: hidden" title="all of it is in the title"><span style="white-space: nowrap">a long name that somebody typed</span></div>
    <div style="width: 100px; overflow: auto"><span style="white-space: nowrap">a text that can be scrolled to its end</span></div>
    <div style="width: 100px; border: 1px solid">a text that goes over several lines</div>
    <p>registration.pdf and lankaretail.example</p>
    <p>registration.pdf</p>
    <p style="width: 100px">one <button style="width: 99px; border: 0">button</button>. Another sentence</p>
    <p style="width: 100px; font: 10px monospace">one <a href="#">link</a>, and more</p>`);
  expect(await findOverflow(page)).toEqual([
    'cut: a text that is cut at the end of its line',
    expect.stringMatching('over its box: over its own box'),
    'a key: nav.skip',
    'begins a line: . Another sentence',
  ]);
});
