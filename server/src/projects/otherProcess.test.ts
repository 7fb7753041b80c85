// Project settings reach other processes. A separate file, because no delivery engine runs while time is
// frozen.
import { expect, it, vi } from 'vitest';
import { anotherApp, testApp } from '../../test/app.ts';
import { waitFor } from '../../test/database.ts';
import { makeSender } from '../../test/factories.ts';
import { isRefusal } from '../refusal.ts';

const t = await testApp();
const other = await anotherApp(t);

it('a block counts there as soon as it is notified, however fresh what is remembered is', async () => {
  const { browser, project } = await makeSender(t);
  const message = { projectId: project.id, mode: 'TEST', platform: 'API' } as const;
  const to = '+18765550100';
  const accept = () => other.messaging.accept({ ...message, to, from: 'SANDBOX', body: 'Hello' });
  // Cached data never expires. The clock stops where it is: a fake one would set it back to zero.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  try {
    expect(isRefusal(await accept())).toBe(false);
    await browser.post(`/v1/web/projects/${project.id}/blocked_codes`, { codes: '1876' });
    await waitFor(async () => isRefusal(await accept()), { what: 'the block in the other process' });
  } finally {
    clock.mockRestore();
  }
});
