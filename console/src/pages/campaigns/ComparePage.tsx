// Compares two to five campaigns, at `/campaigns/compare?ids=<id>,<id>`: a column for each, with small bars.
import { Anchor, Box, Button, Flex, Progress, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { comparedQuery } from '../../api/campaigns.ts';
import { NoProject, Page } from '../../components/frame/Page.tsx';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { Moment } from '../../components/Moment.tsx';
import { paths } from '../../paths.ts';
import { useProjects, useTeam } from '../../session/context.ts';
import { useSwitchToMode } from '../../session/mode.ts';
import { campaigns } from '../../text/campaigns/en.ts';
import { newCampaign } from '../../text/newCampaign/en.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { Card, CardTitle, LoadingCard } from '../../ui/Card.tsx';
import { EmptyCard } from '../../ui/EmptyState.tsx';
import tableClasses from '../../ui/table.module.css';
import { barsOf, type Compared, LEAST_COMPARED, type Metric, metricsOf, parseCompared } from './compare.ts';

function ComparePage() {
  const t = useText();
  const { project } = useProjects();
  const [params] = useSearchParams();
  const ids = parseCompared(params);
  const isEnough = ids.length >= LEAST_COMPARED;
  const found = useQuery({
    ...comparedQuery(ids, project?.id ?? ''),
    enabled: project !== null && isEnough,
  });
  const mode = found.data?.[0]?.campaign.mode;
  useSwitchToMode(mode);
  const back = (
    <Button variant="outline" component={Link} to={paths.campaigns}>
      {t('campaign.backToList')}
    </Button>
  );
  return (
    <Page
      title={t('compare.title')}
      {...(mode ? { mode } : {})}
      trail={{ to: mode ? `${paths.campaigns}?mode=${mode}` : paths.campaigns, label: t('nav.campaigns') }}
    >
      {project ? null : <NoProject />}
      {project && !isEnough ? <EmptyCard text={t('compare.tooFew')} action={back} /> : null}
      {found.error && !found.data ? (
        <LoadFailed
          error={found.error}
          onRetry={() => void found.refetch()}
          missing={{ text: t('compare.missing'), back: t('campaign.backToList'), to: paths.campaigns }}
        />
      ) : null}
      {found.isLoading ? <LoadingCard heights={[48, 240]} /> : null}
      {found.data ? <Comparison compared={found.data} /> : null}
    </Page>
  );
}

function Comparison({ compared }: { compared: readonly Compared[] }) {
  const t = useText();
  const { region } = useTeam();
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const metrics = metricsOf(compared, region, t);
  return (
    <>
      {narrow ? (
        <Stacked compared={compared} metrics={metrics} />
      ) : (
        <Table compared={compared} metrics={metrics} />
      )}
      <Text mt={12} maw={720} fz={13} c="dimmed">
        {t('compare.note')} {t('campaign.caused')}
      </Text>
    </>
  );
}

type Props = { compared: readonly Compared[]; metrics: readonly Metric[] };

function Table({ compared, metrics }: Props) {
  const t = useText();
  return (
    <Card padded={false} style={{ overflow: 'clip' }}>
      <table className={tableClasses.table} aria-label={t('compare.title')} style={{ tableLayout: 'fixed' }}>
        <thead>
          <tr>
            <Box component="td" bg="var(--subtle)" />
            {compared.map(({ campaign }) => (
              <Box component="th" scope="col" key={campaign.id} py={12} style={{ verticalAlign: 'top' }}>
                <Name campaign={campaign} />
              </Box>
            ))}
          </tr>
        </thead>
        <tbody>
          {metrics.map((metric, row) => {
            const { id, label, figures } = metric;
            const bars = barsOf(metric);
            const isLast = row === metrics.length - 1;
            const borderBottom = isLast ? 0 : '1px solid var(--hairline)';
            return (
              <tr key={id}>
                <Box component="th" scope="row" fw={400} ta="left" c="dimmed" style={{ borderBottom }}>
                  {t(label)}
                </Box>
                {figures.map((figure, at) => (
                  <Box component="td" key={compared[at]?.campaign.id} py={12}>
                    <Text span inherit fw={600}>
                      {figure?.text ?? t('field.none')}
                    </Text>
                    <Bar width={bars[at] ?? 0} />
                  </Box>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </Card>
  );
}

/** On phones: a card for each figure, with a line for every campaign. */
function Stacked({ compared, metrics }: Props) {
  const t = useText();
  return (
    <Stack gap={16}>
      {metrics.map((metric) => {
        const { id, label, figures } = metric;
        const bars = barsOf(metric);
        return (
          <Card key={id}>
            <CardTitle mb={8}>{t(label)}</CardTitle>
            <Stack component="ul" gap={12}>
              {compared.map(({ campaign }, at) => (
                <li key={campaign.id}>
                  <Flex justify="space-between" align="baseline" gap={16}>
                    <Name campaign={campaign} inLine />
                    <Text span inherit flex="none" fw={600}>
                      {figures[at]?.text ?? t('field.none')}
                    </Text>
                  </Flex>
                  <Bar width={bars[at] ?? 0} />
                </li>
              ))}
            </Stack>
          </Card>
        );
      })}
    </Stack>
  );
}

function Name({ campaign, inLine = false }: { campaign: Compared['campaign']; inLine?: boolean }) {
  return (
    <Box component="span" miw={0} style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>
      <Anchor component={Link} inherit to={paths.campaign(campaign.id)}>
        {campaign.name}
      </Anchor>
      {inLine ? null : (
        <Text span display="block" fz={13} fw={400} c="dimmed">
          <Moment instant={campaign.started_at ?? campaign.created_at} />
        </Text>
      )}
    </Box>
  );
}

/** Hidden from screen readers, because the figure is beside it. */
const Bar = ({ width }: { width: number }) => (
  <Progress mt={4} size={6} value={width} color="var(--primary)" aria-hidden="true" />
);

export default withTexts(ComparePage, { ...campaigns, ...newCampaign });
