// The way to a payment from wherever the balance is too low, for those who may pay; nothing for others.
import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { useMay } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';

/** Billing with the dialog to pay open. */
export const topUpPath = `${paths.billing}?pay=1`;

/** Follows a sentence. */
export function TopUp() {
  const t = useText();
  if (!useMay('billing')) return null;
  return (
    <>
      {' '}
      <Anchor component={Link} to={topUpPath} inherit>
        {t('action.topUp')}
      </Anchor>
    </>
  );
}
