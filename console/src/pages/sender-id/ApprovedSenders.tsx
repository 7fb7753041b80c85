// The names a project can send from, with how far each is in countries that register them and what people there see.
import type { ProjectSender } from '@godwit/contract/projects';
import { type RegistrationState, SANDBOX_SENDER, shownSender } from '@godwit/contract/senders';
import { type Icon, IconCheck, IconClock, IconMinus } from '@tabler/icons-react';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { Pill, type Tone } from '../../ui/Pill.tsx';
import classes from './senderId.module.css';

const LOOKS: Record<RegistrationState, { tone: Tone; icon: Icon }> = {
  REGISTERED: { tone: 'success', icon: IconCheck },
  PENDING: { tone: 'neutral', icon: IconClock },
  NOT_REGISTERED: { tone: 'warning', icon: IconMinus },
};

export function ApprovedSenders({ senders }: { senders: ProjectSender[] }) {
  const t = useText();
  return (
    <Card>
      <h2 className={classes.heading}>{t('sender.approvedTitle')}</h2>
      {senders.length === 0 ? (
        <p className={classes.none}>{t('sender.none', { sandbox: SANDBOX_SENDER })}</p>
      ) : (
        <ul className={classes.senders}>
          {senders.map(({ id, is_promotional, registrations }) => (
            <li key={id}>
              <strong>{id}</strong>
              <span>{t(is_promotional ? 'sender.promotional' : 'sender.transactional')}</span>
              {registrations.map(({ country, state }) => (
                <span key={country} className={classes.registration}>
                  {t('sender.seen', {
                    country: t(`sender.country.${country}`),
                    name: shownSender(id, state),
                  })}
                  <Pill {...LOOKS[state]}>{t(`sender.state.${state}`)}</Pill>
                </span>
              ))}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
