// What stands where a campaign is not, or not in this project.
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';

export function CampaignMissing() {
  const t = useText();
  return (
    <Card padded={false}>
      <EmptyState
        text={t('campaign.missing')}
        action={
          <Button variant="outline" component={Link} to={paths.campaigns}>
            {t('campaign.backToList')}
          </Button>
        }
      />
    </Card>
  );
}
