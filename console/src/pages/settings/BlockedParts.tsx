// What a project blocks, at a glance; each part can be allowed again where that may be.
import { CloseButton } from '@mantine/core';
import { useText } from '../../text/useText.ts';
import classes from './BlockedParts.module.css';
import { type BlockedPart, blockedParts, type PlaceGroup } from './places.ts';

type Props = {
  groups: readonly PlaceGroup[];
  blocked: ReadonlySet<string>;
  /** Left out for those who only look. */
  onAllow?: (codes: readonly string[]) => void;
};

export function BlockedParts({ groups, blocked, onAllow }: Props) {
  const t = useText();
  const parts = blockedParts(groups, blocked);
  const nameOf = (part: BlockedPart): string =>
    'continent' in part ? t('geo.allOf', { continent: part.continent }) : part.names.join(', ');
  return (
    <section className={classes.head}>
      <h2>{t('geo.title')}</h2>
      <p className={classes.text}>{t(parts.length === 0 ? 'geo.none' : 'geo.text')}</p>
      {parts.length === 0 ? null : (
        <ul className={classes.parts} aria-label={t('geo.title')}>
          {parts.map((part) => (
            <li key={nameOf(part)}>
              <span>{nameOf(part)}</span>
              {'names' in part ? <span className={classes.code}>{`+${part.codes[0]}`}</span> : null}
              {onAllow ? (
                <CloseButton
                  size={24}
                  iconSize={14}
                  aria-label={t('geo.allowOne', { name: nameOf(part) })}
                  onClick={() => onAllow(part.codes)}
                />
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
