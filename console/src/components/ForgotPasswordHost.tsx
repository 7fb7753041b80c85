// Puts the 'Forgot your password' dialog on the page when it is first asked for, so that the login page does not wait for it.
import { lazy, Suspense, useState } from 'react';

/** Fetches the dialog's code ahead of the press. */
export const loadForgotPassword = () => import('./ForgotPasswordModal.tsx');

const Modal = lazy(async () => ({ default: (await loadForgotPassword()).ForgotPasswordModal }));

/** `email` is what has been typed as the address; null while the dialog is closed. */
export function ForgotPasswordHost({ email, onClose }: { email: string | null; onClose: () => void }) {
  const [wanted, setWanted] = useState(false);
  if (email !== null && !wanted) setWanted(true);
  return wanted ? (
    <Suspense fallback={null}>
      <Modal opened={email !== null} email={email ?? ''} onClose={onClose} />
    </Suspense>
  ) : null;
}
