// Opens a session that records its callbacks and closes at the end of the test.
import { expect, onTestFinished } from 'vitest';
import type { DeliverSm } from '../src/codec/pdu.ts';
import {
  connectSession,
  type SessionOptions,
  type SmppSession,
  type StateChange,
} from '../src/session/session.ts';
import { type Recorder, recorder } from './recorder.ts';

export interface OpenSession {
  readonly session: SmppSession;
  readonly states: Recorder<StateChange>;
  readonly delivers: Recorder<DeliverSm>;
  readonly errors: unknown[];
  /** Resolves when the session has been bound for the `times`-th time. */
  bound(times?: number): Promise<void>;
}

export function openSession(options: Partial<SessionOptions> & { readonly port: number }): OpenSession {
  const states = recorder<StateChange>();
  const delivers = recorder<DeliverSm>();
  const errors: unknown[] = [];
  const session = connectSession({
    host: '127.0.0.1',
    systemId: 'godwit',
    password: 'secret',
    bind: 'transceiver',
    window: 10,
    onState: states.add,
    onDeliver(pdu) {
      delivers.add(pdu);
      return 0;
    },
    onError: (error) => errors.push(error),
    ...options,
  });
  onTestFinished(() => session.close(0));
  return {
    session,
    states,
    delivers,
    errors,
    async bound(times = 1) {
      await states.until(times, (change) => change.state === 'bound');
      expect(session.state).toBe('bound');
    },
  };
}
