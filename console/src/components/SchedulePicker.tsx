// The date and time of a scheduled message. A bundle of its own, since most messages go at once.
import { useText } from '../text/useText.ts';
import { formatPicked, formatZone, onOwnClock, resolvePicked, toPicker } from './schedule.ts';
import { TimePicker } from './TimePicker.tsx';

type Props = {
  /** yyyy-MM-dd HH:mm:ss on the clocks of the project. */
  at: string;
  timezone: string;
  error: string | undefined;
  onChange: (at: string) => void;
};

export function SchedulePicker({ at, timezone, error, onChange }: Props) {
  const t = useText();
  const now = new Date();
  const inAYear = new Date(now).setFullYear(now.getFullYear() + 1);
  return (
    <TimePicker
      at={at}
      shown={formatPicked(at)}
      onChange={onChange}
      description={<Zone at={at} timezone={timezone} />}
      valueFormat={formatPicked}
      minDate={toPicker(now, timezone)}
      maxDate={toPicker(new Date(inAYear), timezone)}
      timePickerProps={{ format: '12h', amPmInputLabel: t('send.amPm') }}
      error={error}
    />
  );
}

const CLOCK_WORDS = { forward: 'send.timeSkipped', first: 'send.timeTwice' } as const;

/** Whose time it is, what the viewer's clocks show then, and what becomes of it on the night the clocks change. */
function Zone({ at, timezone }: { at: string; timezone: string }) {
  const t = useText();
  const resolved = resolvePicked(at, timezone);
  const own = onOwnClock(resolved);
  const lines = [
    t('send.zone', { zone: formatZone(timezone, resolved) }),
    own && t('send.ownTime', { time: own }),
    resolved.adjusted && t(CLOCK_WORDS[resolved.adjusted], { time: formatPicked(resolved.local) }),
  ];
  return lines.map((line) =>
    line ? (
      <span key={line} style={{ display: 'block' }}>
        {line}
      </span>
    ) : null,
  );
}
