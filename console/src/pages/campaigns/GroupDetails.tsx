// Whom a campaign is for: its groups, or the campaign whose unreached it is for.
import type { Campaign } from '@godwit/contract/campaigns';
import { formatCount } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import classes from './GroupDetails.module.css';

export function GroupDetails({ campaign }: { campaign: Campaign }) {
  const t = useText();
  const groups = campaign.include_groups_detail;
  return (
    <Card padded={false}>
      <h2 className={classes.title} id="groups">
        {t('campaign.groupDetails')}
      </h2>
      {groups.length > 0 ? (
        <table className={classes.table} aria-labelledby="groups">
          <thead>
            <tr>
              <th scope="col">{t('campaign.group')}</th>
              <th scope="col">{t('campaign.contacts')}</th>
            </tr>
          </thead>
          <tbody>
            {groups.map(({ id, name, contacts }) => (
              <tr key={id}>
                <td>{name}</td>
                <td>{formatCount(contacts)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p className={classes.none}>
          {t(campaign.retry_of ? 'campaign.noGroupsRetry' : 'campaign.noGroups')}
        </p>
      )}
    </Card>
  );
}
