// A button that tests a link: connects and signs in, and sends nothing.
import { Button } from '@mantine/core';
import { useAction } from '../../components/form/useSubmit.ts';
import { toastError, toastSuccess } from '../../components/toast/toast.ts';
import { useText } from '../../text/useText.ts';
import { testLink } from '../api/network.ts';

type Props = {
  name: string;
  /** The version that has the link; null for the network in use. */
  version: number | null;
  /** The name of the link is shown too. */
  isNamed?: boolean;
  variant?: 'outline' | 'subtle';
};

export function TestLink({ name, version, isNamed = false, variant = 'outline' }: Props) {
  const t = useText();
  const testing = useAction({
    call: async () => {
      const { ok, words } = await testLink(name, version);
      (ok ? toastSuccess : toastError)(`${name}: ${words}`);
    },
  });
  const label = t('staff.network.testOf', { name });
  return (
    <Button variant={variant} aria-label={label} loading={testing.busy} onClick={() => testing.run()}>
      {isNamed ? label : t('staff.network.test')}
    </Button>
  );
}
