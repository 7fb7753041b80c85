// The hours of a week as a table whose cells are the darker, the more messages they have. It is one tab stop;
// the arrow keys move from hour to hour.
import { Group, Text, VisuallyHidden } from '@mantine/core';
import { type CSSProperties, type KeyboardEvent, type SyntheticEvent, useState } from 'react';
import { formatCount } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { formatWeekday } from '../../weekday.ts';
import { roundTicks } from './graph.ts';
import classes from './hours.module.css';
import { busiestOf, hourAfter, levelLabels, levelOf, type WeekHour } from './hours.ts';

type Props = {
  /** Seven lists of 24 counts, from Monday. */
  week: readonly (readonly number[])[];
  /** The name of the table for screen readers. */
  label: string;
};

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const LABELLED = 3;
const twoDigits = (hour: number): string => String(hour).padStart(2, '0');
/** 1 January 2024 was a Monday. */
const weekdayOf = (day: number): string => formatWeekday(`2024-01-0${day + 1}`);

export function HeatMap({ week, label }: Props) {
  const t = useText();
  const [active, setActive] = useState<Omit<WeekHour, 'count'> | null>(null);
  const busiest = busiestOf(week);
  const ticks = roundTicks(busiest?.count ?? 0, true);
  const tabStop = active ?? busiest ?? { day: 0, hour: 0 };
  const countOf = ({ day, hour }: Omit<WeekHour, 'count'>) => week[day]?.[hour] ?? 0;
  const read = (at: Omit<WeekHour, 'count'>) =>
    t('home.hoursRead', {
      day: weekdayOf(at.day),
      from: `${twoDigits(at.hour)}:00`,
      to: `${twoDigits(at.hour + 1)}:00`,
      count: countOf(at),
    });
  const words = busiest ? t('home.hoursBusiest', { hour: read(busiest) }) : t('home.hoursNone');

  const look = ({ target }: SyntheticEvent) => setActive(hourOf(target));
  const leave = () => setActive(null);
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const next = hourAfter(event.key, tabStop);
    if (!next) return;
    event.preventDefault();
    event.currentTarget
      .querySelector<HTMLElement>(`[data-day="${next.day}"][data-hour="${next.hour}"]`)
      ?.focus();
  }

  return (
    <>
      <Text mb={12} fw={500}>
        {active ? read(active) : words}
      </Text>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys lead from cell to cell
        role="grid"
        aria-label={label}
        aria-readonly="true"
        className={classes.week}
        onPointerOver={look}
        onPointerLeave={leave}
        onFocus={look}
        onBlur={leave}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr>
            <td />
            {HOURS.map((hour) => (
              <th key={hour} scope="col">
                {hour % LABELLED === 0 ? (
                  <span>{twoDigits(hour)}</span>
                ) : (
                  <VisuallyHidden>{twoDigits(hour)}</VisuallyHidden>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {week.map((hours, day) => (
            <tr key={weekdayOf(day)}>
              <th scope="row">{weekdayOf(day)}</th>
              {HOURS.map((hour) => {
                const count = hours[hour] ?? 0;
                const isTabStop = tabStop.day === day && tabStop.hour === hour;
                return (
                  <td
                    key={hour}
                    tabIndex={isTabStop ? 0 : -1}
                    aria-label={formatCount(count)}
                    data-day={day}
                    data-hour={hour}
                    data-active={(active && isTabStop) || undefined}
                  >
                    <Level share={levelOf(count, ticks) / (ticks.length - 1)} />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <Legend labels={levelLabels(ticks, formatCount)} />
    </>
  );
}

/** The counts that each shade stands for. */
function Legend({ labels }: { labels: readonly string[] }) {
  const t = useText();
  const title = t('home.hoursLegend');
  return (
    <Group mt={16} gap="4px 16px" fz={13} c="dimmed">
      <span aria-hidden="true">{title}</span>
      <Group component="ul" gap="4px 16px" aria-label={title}>
        {labels.map((words, level) => (
          <Group component="li" key={words} gap={8} wrap="nowrap">
            <Level isSwatch share={level / (labels.length - 1)} />
            {words}
          </Group>
        ))}
      </Group>
    </Group>
  );
}

function Level({ share, isSwatch = false }: { share: number; isSwatch?: boolean }) {
  const className = isSwatch ? `${classes.level} ${classes.swatch}` : classes.level;
  return <span className={className} style={{ '--level': share } as CSSProperties} />;
}

/** Returns the hour of a cell or of a part of it, or null for other elements. */
function hourOf(target: EventTarget): Omit<WeekHour, 'count'> | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('td[data-day]') : null;
  return cell ? { day: Number(cell.dataset.day), hour: Number(cell.dataset.hour) } : null;
}
