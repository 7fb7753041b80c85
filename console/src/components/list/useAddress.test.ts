// @vitest-environment jsdom
// The state of lists in the address.
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { type Address, oneOf, parsePage, parseSearch, useAddress } from './useAddress.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const KINDS = ['TOP_UP', 'REFUND'] as const;
const parseLedger = (params: URLSearchParams) => ({
  kind: oneOf(KINDS, params.get('kind')),
  ...parsePage(params),
});

type Ledger = ReturnType<typeof parseLedger>;
type Search = ReturnType<typeof parseSearch>;

/** One page with a list, and one with a list whose parameters have a prefix. */
function setUp(address: string, state?: unknown) {
  let list: Address<Search> | undefined;
  let ledger: Address<Ledger> | undefined;
  function Shown() {
    list = useAddress(parseSearch);
    return null;
  }
  function Both() {
    ledger = useAddress(parseLedger, { prefix: 'ledger-' });
    return null;
  }
  const [pathname, query = ''] = address.split('?');
  const router = createMemoryRouter(
    [
      { path: '/teams', Component: Shown },
      { path: '/team', Component: Both },
      // Its bundle never arrives.
      { path: '/slow', lazy: () => new Promise<never>(() => {}) },
    ],
    { initialEntries: [{ pathname: pathname ?? '', search: `?${query}`, state }] },
  );
  const root = createRoot(document.createElement('div'));
  act(() => root.render(createElement(RouterProvider, { router })));
  return {
    router,
    list: () => list as Address<Search>,
    ledger: () => ledger as Address<Ledger>,
    change: (run: () => void) => act(async () => run()),
    address: () => router.state.location.search,
  };
}

describe('the address of a list', () => {
  it('has the whole state after a change, and returns to the first page', async () => {
    const { list, change, address } = setUp('/teams?page=3&page_size=50&other=1');
    await change(() => list().change({ q: 'Perera' }));
    expect(address()).toBe('?q=Perera&page=1&page_size=50');
    await change(() => list().change({ page: 2 }));
    expect(list().state).toEqual({ q: 'Perera', page: 2, page_size: 50 });
  });

  it('adds a history entry, unless nothing changes or it replaces one', async () => {
    const { router, list, change, address } = setUp('/teams?q=a&page=1&page_size=25');
    await change(() => list().change({ q: 'a' }));
    await change(() => list().change({ q: 'ab' }, { replace: true }));
    await change(() => list().change({ page: 2 }));
    await change(() => void router.navigate(-1));
    expect(address()).toBe('?q=ab&page=1&page_size=25');
  });

  it('does not undo a click on a link to a page that still loads, or is not drawn yet', async () => {
    const { router, list, change, address } = setUp('/teams?q=a');
    const drawn = list();
    await change(() => void router.navigate('/slow'));
    await change(() => drawn.change({ q: 'ab' }, { replace: true }));
    expect([router.state.navigation.location?.pathname, address()]).toEqual(['/slow', '?q=a']);
    await change(() => router.navigate('/team'));
    await change(() => drawn.change({ q: 'ab' }, { replace: true }));
    expect([router.state.location.pathname, address()]).toEqual(['/team', '']);
  });

  it('keeps the parameters of another list, and the navigation state', async () => {
    const { router, ledger, change, address } = setUp('/team?messages-q=94&ledger-page=4', {
      from: '/teams?q=a',
    });
    expect(ledger().state).toEqual({ kind: null, page: 4, page_size: 25 });
    await change(() => ledger().change({ kind: 'REFUND' }));
    expect(address()).toBe('?messages-q=94&ledger-kind=REFUND&ledger-page=1&ledger-page_size=25');
    await change(() => ledger().change({ kind: null }));
    expect(address()).toBe('?messages-q=94&ledger-page=1&ledger-page_size=25');
    expect(router.state.location.state).toEqual({ from: '/teams?q=a' });
  });
});
