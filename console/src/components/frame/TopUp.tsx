// A link to a payment if the balance is too low. Hidden from people who may not pay.
import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { useMay } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';

/** The billing page with an open payment dialog. */
export const topUpPath = `${paths.billing}?pay=1`;

/** Starts with a space, because it follows a sentence. */
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
