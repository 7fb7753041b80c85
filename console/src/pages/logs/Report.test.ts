// @vitest-environment jsdom
// Tests the download of a report with the different responses of a server.
import type { ConsoleList } from '@godwit/contract/messages/messages';
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Report, useReport } from './Report.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const FILTER = {
  project_id: 'p1',
  mode: 'TEST',
  range: '7d',
  sort_order: 'ASC',
  page_num: 3,
  page_size: 25,
} as const;
const saved: string[] = [];

beforeEach(() => {
  saved.length = 0;
  URL.createObjectURL = () => 'blob:report';
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Renders a report whose server streams `chunks`, then ends, breaks off or stays silent. */
function setUp(chunks: string[], { rows = 3, total = 3, more = false, end = 'close' } = {}) {
  const requests: { url: string; signal: AbortSignal | null | undefined }[] = [];
  vi.stubGlobal('fetch', async (url: string, { signal }: RequestInit) => {
    requests.push({ url, signal });
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
        if (end === 'close') controller.close();
        if (end === 'break') controller.error(new Error('connection reset'));
        signal?.addEventListener('abort', () => controller.error(signal.reason));
      },
    });
    return new Response(body, { headers: { 'x-total-rows': String(rows) } });
  });
  const log: ConsoleList = { results: [], total_pages: 1, total, more, kept_from: null };
  let shown: Report | undefined;
  function Shown() {
    shown = useReport(FILTER, log);
    return null;
  }
  const root = createRoot(document.createElement('div'));
  act(() => root.render(createElement(Shown)));
  const report = () => shown as Report;
  const start = (format: 'pdf' | 'csv') =>
    act(async () => report().download.start(report().sourceOf(format)));
  const waitForState = (state: object) =>
    act(() => vi.waitFor(() => expect(report().download.state).toMatchObject(state)));
  return { report, start, waitForState, requests, unmount: () => act(() => root.unmount()) };
}

describe('a report', () => {
  it('is requested with the filters of the list, without its page, and saved', async () => {
    const { start, waitForState, requests } = setUp(['head\n', '1\n2\n3\n']);
    await start('csv');
    await waitForState({ step: 'idle' });
    expect(saved).toEqual(['report.csv']);
    expect(requests.map(({ url }) => url)).toEqual([
      '/v1/web/messages/report.csv?sort_order=ASC&project_id=p1&mode=TEST&range=7d',
    ]);
  });

  it.each([
    { rows: 10_000, total: 11_057, more: false },
    { rows: 10_000, total: 10_000, more: true },
  ])('says that a PDF is cut: %j', async (size) => {
    const { report, start, waitForState } = setUp(['%PDF-'], size);
    await start('pdf');
    await waitForState({ step: 'idle' });
    expect(report().cut).toEqual(size);
    expect(saved).toEqual(['report.pdf']);
  });

  it('shows its progress, does not start twice, and stops when it is cancelled', async () => {
    const { report, start, waitForState, requests } = setUp(['head\n1\n'], { end: 'never' });
    await start('csv');
    await waitForState({ rows: 3, arrived: { bytes: 7, lines: 2 } });
    await start('pdf');
    expect(requests).toHaveLength(1);
    act(() => report().clear());
    await waitForState({ step: 'idle' });
    expect(requests[0]?.signal?.aborted).toBe(true);
    expect(saved).toEqual([]);
  });

  it('stops when the user leaves the page', async () => {
    const { start, unmount, requests } = setUp(['head\n'], { end: 'never' });
    await start('csv');
    unmount();
    expect(requests[0]?.signal?.aborted).toBe(true);
  });

  it('is not saved if it breaks off', async () => {
    const { start, waitForState } = setUp(['head\n1\n'], { end: 'break' });
    await start('csv');
    await waitForState({
      step: 'failed',
      source: { file: 'report.csv' },
      problem: 'Something went wrong. Please try again',
    });
    expect(saved).toEqual([]);
  });
});
