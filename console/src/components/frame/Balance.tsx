// The team's balance in the bar, which leads to Billing. Only LIVE messages are charged, so in TEST its label
// names the mode that it belongs to.
import { Text, UnstyledButton } from '@mantine/core';
import { Link } from 'react-router';
import { formatDisplayed } from '../../format.ts';
import { paths } from '../../paths.ts';
import { useTeam } from '../../session/context.ts';
import { useMode } from '../../session/mode.ts';
import { useText } from '../../text/useText.ts';
import classes from './Frame.module.css';

export function Balance() {
  const t = useText();
  const { display_balance, region } = useTeam();
  const mode = useMode();
  return (
    <UnstyledButton component={Link} to={paths.billing} className={classes.balance}>
      <Text span inherit c="var(--bar-quiet)">
        {t(mode === 'TEST' ? 'nav.liveBalance' : 'nav.balance')}
      </Text>{' '}
      <strong>{formatDisplayed(display_balance, region.currency_symbol)}</strong>
    </UnstyledButton>
  );
}
