// The last hour of a link in small: what was submitted, and what failed, by the minute.
import type { CarrierLink } from '@godwit/contract/staff/operations';
import { Box, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import classes from '../../pages/home/chart.module.css';
import { heightOf, lineThrough } from '../../pages/home/chart.ts';
import { useText } from '../../text/useText.ts';

const HEIGHT = 40;

/** Room for half of the line. */
const TOP = 1;
const sum = (minutes: readonly number[]): number => minutes.reduce((total, one) => total + one, 0);

export function LastHour({ link: { last_hour: hour } }: { link: CarrierLink }) {
  const t = useText();
  const { ref, width } = useElementSize();
  // The last minute is not over.
  const [submitted, failed] = [hour.submitted.slice(0, -1), hour.failed.slice(0, -1)];
  const most = Math.max(...submitted, ...failed);
  const line = (minutes: readonly number[]) =>
    lineThrough(
      minutes.map((value, index) => ({
        x: (index / (minutes.length - 1)) * width,
        y: TOP + HEIGHT - heightOf(value, most, HEIGHT),
      })),
    );
  const words = t('staff.carriers.lastHour', {
    submitted: sum(submitted),
    delivered: sum(hour.delivered.slice(0, -1)),
    failed: sum(failed),
    most,
  });
  if (most === 0) return <Text c="dimmed">{t('staff.carriers.quietHour')}</Text>;
  return (
    <Box component="figure" m={0} aria-label={words}>
      <div ref={ref} className={classes.chart} style={{ height: HEIGHT + 2 * TOP }}>
        {width > 0 ? (
          <svg width={width} height={HEIGHT + 2 * TOP} aria-hidden="true" focusable="false">
            <line className={classes.grid} x1={0} x2={width} y1={HEIGHT + TOP} y2={HEIGHT + TOP} />
            <path className={classes.spend} d={line(submitted)} />
            {sum(failed) > 0 ? <path className={classes.failing} d={line(failed)} /> : null}
          </svg>
        ) : null}
      </div>
      <Text component="figcaption" mt={8} fz={13} c="dimmed" aria-hidden="true">
        {words}
      </Text>
    </Box>
  );
}
