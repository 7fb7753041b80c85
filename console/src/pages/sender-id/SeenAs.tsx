// How people will see a name: elsewhere as it is, in countries with a register only once it is in there.
import { REGISTRATION_COUNTRIES, shownSender } from '@godwit/contract/senders';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import classes from './senderId.module.css';

/** `sender` is what is typed so far. */
export function SeenAs({ sender }: { sender: string }) {
  const t = useText();
  const name = sender.trim() || t('sender.id');
  return (
    <Card>
      <h2 className={classes.heading}>{t('sender.seenTitle')}</h2>
      <dl className={classes.seen}>
        <Seen place={t('sender.elsewhere')} name={name} />
        {REGISTRATION_COUNTRIES.map((country) => (
          <Seen
            key={country}
            place={t(`sender.country.${country}`)}
            name={shownSender(name, 'NOT_REGISTERED')}
          />
        ))}
      </dl>
      <p className={classes.small}>{t('sender.australia', { name: shownSender(name, 'NOT_REGISTERED') })}</p>
    </Card>
  );
}

function Seen({ place, name }: { place: string; name: string }) {
  const t = useText();
  return (
    <div>
      <dt>{place}</dt>
      <dd className={classes.bubble}>
        <strong>{name}</strong>
        <span>{t('sender.seenSample')}</span>
      </dd>
    </div>
  );
}
