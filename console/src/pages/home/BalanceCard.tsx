// The team's balance: the only dark card, because it is the only thing here to act on.
import { Link } from 'react-router';
import { formatDisplayed } from '../../format.ts';
import { paths } from '../../paths.ts';
import { useTeam } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import classes from './BalanceCard.module.css';

export function BalanceCard() {
  const t = useText();
  const team = useTeam();
  return (
    <section className={classes.card}>
      <h2 className={classes.label}>{t('home.balance')}</h2>
      <p className={classes.figure}>{formatDisplayed(team.display_balance, team.region.currency_symbol)}</p>
      <div className={classes.foot}>
        <span className={classes.team}>{team.name}</span>
        <Link to={paths.billing} className={classes.topUp}>
          {t('home.topUp')}
        </Link>
      </div>
    </section>
  );
}
