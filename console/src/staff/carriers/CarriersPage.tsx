// Carrier links across all processes, at `/staff/carriers`.
import type { CarrierLink } from '@godwit/contract/staff/operations';
import { Anchor, Box, SimpleGrid, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Card, CardTitle } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { carriersQuery } from '../api/system.ts';
import { staffCarriers } from '../carriersText.ts';
import { staffPaths } from '../paths.ts';
import { StaffPage } from '../shell/StaffPage.tsx';
import { LastHour } from './LastHour.tsx';
import { BREAKS, LinkCard, LinkFigures, PauseButton, Warnings } from './LinkCard.tsx';
import { RefusedIncoming } from './RefusedIncoming.tsx';
import { usePauseDialog } from './usePauseDialog.tsx';

function CarriersPage() {
  const t = useText();
  const links = useQuery(carriersQuery);
  const [ask, question] = usePauseDialog();
  return (
    <StaffPage title={t('staff.nav.carriers')}>
      {links.isError && !links.data ? (
        <LoadFailed error={links.error} onRetry={() => links.refetch()} />
      ) : (
        <Links links={links.data} onAsk={ask} />
      )}
      <Box mt={40}>
        <RefusedIncoming />
      </Box>
      {question}
    </StaffPage>
  );
}

type LinksProps = { links: CarrierLink[] | undefined; onAsk: (link: CarrierLink) => void };

function Links({ links, onAsk }: LinksProps) {
  const t = useText();
  if (!links) return <Skeleton height={200} aria-busy="true" />;
  if (links.length === 0) {
    return (
      <Card>
        <EmptyState text={t('staff.carriers.empty')} />
      </Card>
    );
  }
  return (
    <Box component="ul" aria-label={t('staff.nav.carriers')}>
      {links.map((link) => (
        <Box component="li" key={link.id} mb={16}>
          <LinkCard
            link={link}
            action={<PauseButton link={link} variant="subtle" onAsk={() => onAsk(link)} />}
            title={
              <CardTitle style={BREAKS}>
                <Anchor component={Link} to={staffPaths.carrier(link.id)} inherit>
                  {link.id}
                </Anchor>
              </CardTitle>
            }
          >
            <Warnings link={link} />
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing={{ base: 20, md: 40 }}>
              <LinkFigures link={link} />
              <LastHour link={link} />
            </SimpleGrid>
          </LinkCard>
        </Box>
      ))}
    </Box>
  );
}

export default withTexts(CarriersPage, staffCarriers);
