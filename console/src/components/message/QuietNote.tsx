// A note that it will be night for recipients of a message that keeps quiet hours, with an offer to send in
// the morning. It is a separate bundle with the time zones of all countries, because most messages do not
// need it.
import { type Quiet, quietIn } from '@godwit/contract/numbers/countryClocks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { projectQuery } from '../../api/projects.ts';
import { countryName } from '../../countryName.ts';
import { quietHours } from '../../text/quietHours/en.ts';
import { useText } from '../../text/useText.ts';
import { withTexts } from '../../text/withTexts.tsx';
import { NoteBox } from '../../ui/NoteBox.tsx';
import { buttonFor } from '../../ui/richText.tsx';
import { resolvePicked, toPicker } from './schedule.ts';

export type QuietNoteProps = {
  project: { id: string; timezone: string };
  /** The countries of the recipients (ISO 3166 alpha-2). */
  countries: readonly string[];
  /** The send time in the picker's format; null sends now. */
  at: string | null;
  /** Changes the send time. */
  onSendAt: (at: string) => void;
  /** The note is in a review, and the form behind has one too. */
  inReview?: boolean;
};

const MOST_SHOWN = 3;
/** The time field of the form, or the rows of a review. */
const FOCUSED_NEXT = '[data-sending-time], section[tabindex="0"]';
const UPDATE_EVERY_MS = 10_000;

export const QuietNote = withTexts(function QuietNote({
  project,
  countries,
  at,
  onSendAt,
  inReview = false,
}: QuietNoteProps) {
  const t = useText();
  const { data } = useQuery(projectQuery(project.id));
  const now = useNow();
  const note = useRef<HTMLDivElement>(null);
  if (!data) return null;
  const held = data.quiet_hours !== null;
  const hours = data.quiet_hours ?? data.country_rules.quiet_hours;
  const instant = at === null ? now : resolvePicked(at, project.timezone).instant;
  const quiet = [...new Set(countries)].flatMap((country) => {
    const found = quietIn(country, instant, hours);
    return found ? [{ country, ...found }] : [];
  });
  if (quiet.length === 0) return null;

  const shown = quiet.slice(0, MOST_SHOWN);
  const where = ({ country, clock, partly }: (typeof quiet)[number]) =>
    t('quiet.clock', {
      when: at === null ? 'now' : 'then',
      part: partly ? 'some' : 'all',
      clock,
      country: countryName(country),
    });
  function sendAt(until: Date): void {
    const container = note.current?.closest<HTMLElement>('form, [role="dialog"]');
    onSendAt(toPicker(until, project.timezone));
    // The focused button is gone by then.
    requestAnimationFrame(() => container?.querySelector<HTMLElement>(FOCUSED_NEXT)?.focus());
  }
  const what = ({ until, untilClock: clock }: Quiet) =>
    held
      ? t('quiet.held', { clock })
      : t.rich('quiet.sendAt', { clock, send: buttonFor(() => sendAt(until)) });
  const [first, ...others] = shown;
  const why = t('quiet.why', hours);
  return (
    <div ref={note}>
      {/* Not announced, because the shown time changes. */}
      <NoteBox tone={held ? 'info' : 'warning'} label={t(inReview ? 'quiet.titleInReview' : 'quiet.title')}>
        {first && others.length === 0 ? (
          <p>
            {where(first)} {why} {what(first)}
          </p>
        ) : (
          <>
            {shown.map((one) => (
              <p key={one.country}>
                {where(one)} {what(one)}
              </p>
            ))}
            {quiet.length > shown.length ? (
              <p>{t('quiet.more', { count: quiet.length - shown.length })}</p>
            ) : null}
            <p>{why}</p>
          </>
        )}
      </NoteBox>
    </div>
  );
}, quietHours);

/** The current time, updated every few seconds. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), UPDATE_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
