// All parts of the reference share its description, the owner of its samples, their language, and the last
// message that was sent.
import { useQuery } from '@tanstack/react-query';
import { createContext, useContext, useSyncExternalStore } from 'react';
import { type OpenApi, ownProjectQuery } from '../../api/reference.ts';
import { hasMarker, storedProjectId, subscribeToStorage } from '../../session/storage.ts';
import type { SampleLanguage } from './samples.ts';

export type Reference = {
  api: OpenApi;
  language: SampleLanguage;
  setLanguage: (language: SampleLanguage) => void;
  /** The values in samples: the reader's own, otherwise placeholder names. */
  filled: { projectId: string; key: string; callbackSecret: string };
  reader: Reader;
  /** Of the message that Try it has sent last; samples that need an id have this one. */
  messageId: string | null;
  setMessageId: (id: string) => void;
};

/** `hidden`: the person's role sees no keys. */
export type Reader =
  | { state: 'loading' }
  | { state: 'signedOut' }
  | { state: 'noProject' }
  | { state: 'hidden' | 'ready'; projectName: string };

export const ReferenceContext = createContext<Reference | null>(null);

/** Only inside the reference. */
export function useReference(): Reference {
  const reference = useContext(ReferenceContext);
  if (!reference) throw new Error('useReference is only for parts of the reference');
  return reference;
}

const STAND_INS = { projectId: 'PROJECT_ID', key: 'TEST_API_KEY', callbackSecret: 'whsec_CALLBACK_SECRET' };

/** Returns the reader and the values for samples. An expired session counts as signed out. */
export function useReader(): Pick<Reference, 'reader' | 'filled'> {
  const marker = useSyncExternalStore(subscribeToStorage, hasMarker);
  const storedId = useSyncExternalStore(subscribeToStorage, storedProjectId);
  const { data, isPending } = useQuery({ ...ownProjectQuery(storedId), enabled: marker });
  if (marker && isPending) return { reader: { state: 'loading' }, filled: STAND_INS };
  if (!marker || data === undefined) return { reader: { state: 'signedOut' }, filled: STAND_INS };
  if (data === null) return { reader: { state: 'noProject' }, filled: STAND_INS };
  const { project, callbackSecret } = data;
  const isHidden = project.api_key_test === '';
  return {
    reader: { state: isHidden ? 'hidden' : 'ready', projectName: project.name },
    filled: {
      projectId: project.id,
      key: project.api_key_test || STAND_INS.key,
      callbackSecret: callbackSecret ?? STAND_INS.callbackSecret,
    },
  };
}

/**
 * Masks a secret for display: `gk_test_••••`. The copy button copies it in full. Placeholder names are not
 * secrets.
 */
export function masked(text: string, secrets: readonly string[]): string {
  const shown = (secret: string) => `${/^(?:[a-z]+_)*/.exec(secret)?.[0]}••••`;
  return secrets
    .filter((secret) => !Object.values(STAND_INS).includes(secret))
    .reduce((all, secret) => all.replaceAll(secret, shown(secret)), text);
}
