// The menu of the reference and its search. The menu marks the section in view, and collapses to one line on
// narrow screens.
import { Anchor, Box, Text, Title } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { SearchField } from '../../components/list/SearchField.tsx';
import { paths } from '../../paths.ts';
import { useText } from '../../text/useText.ts';
import classes from './api.module.css';
import { findPlaces, type Place } from './search.ts';

export type Entry = { id: string; title: string; isInner?: boolean };

type Props = {
  entries: readonly Entry[];
  places: readonly Place[];
  /** Called before the browser follows a link to a section. */
  onFollow: (id: string) => void;
};

export function Menu({ entries, places, onFollow }: Props) {
  const t = useText();
  const [query, setQuery] = useState('');
  const current = useCurrentEntry(entries);
  const details = useRef<HTMLDetailsElement>(null);
  const aside = useRef<HTMLDivElement>(null);
  useEffect(() => showLink(aside.current, current), [current]);
  const follow = (id: string) => {
    details.current?.removeAttribute('open');
    onFollow(id);
  };
  const list = (
    <ul>
      {entries.map(({ id, title, isInner }) => (
        <li key={id} data-inner={isInner || undefined}>
          <a
            href={`#${id}`}
            aria-current={id === current ? 'location' : undefined}
            onClick={() => follow(id)}
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
  return (
    <Box ref={aside} className={classes.aside ?? ''}>
      <Title fz={{ base: 24, md: 20 }} lh={{ base: '32px', md: '28px' }}>
        {t('api.title')}
      </Title>
      <Anchor component={Link} to={paths.home} underline="hover" className={classes.back ?? ''}>
        <span aria-hidden="true">←</span>
        {t('api.back')}
      </Anchor>
      <Box className={classes.search ?? ''}>
        <SearchField q={query} onSearch={setQuery} hint={t('api.search')} />
      </Box>
      {query.trim() ? (
        <Found places={findPlaces(places, query)} query={query} onFollow={onFollow} />
      ) : (
        <>
          <nav className={classes.menu} aria-label={t('api.title')}>
            {list}
          </nav>
          <details ref={details} className={classes.folded}>
            <summary>
              {entries.find(({ id }) => id === current)?.title}
              <IconChevronDown size={16} aria-hidden="true" />
            </summary>
            <nav className={classes.menu} aria-label={t('api.title')}>
              {list}
            </nav>
          </details>
        </>
      )}
    </Box>
  );
}

/** Scrolls the menu, and not the page, to a link that is out of sight. */
function showLink(aside: HTMLElement | null, id: string | undefined): void {
  const link = aside?.querySelector(`a[href="#${id}"]`);
  if (!aside || !link) return;
  const { top, bottom } = link.getBoundingClientRect();
  const { clientHeight } = aside;
  if (top < 0 || bottom > clientHeight) aside.scrollTop += top - clientHeight / 2;
}

/** The results of a search, in place of the menu. */
function Found({ places, query, onFollow }: Pick<Props, 'places' | 'onFollow'> & { query: string }) {
  const t = useText();
  return (
    <nav className={classes.found} aria-label={t('api.found')}>
      <Text role="status" px={12} py={6} fz={13} c="dimmed">
        {places.length === 0 ? t('api.noneFound', { query: query.trim() }) : t('api.foundHint')}
      </Text>
      <ul>
        {places.map(({ href, title, detail }) => (
          <li key={`${href} ${title}`}>
            <a href={href} onClick={() => onFollow(href.slice(1))}>
              <span>{title}</span>
              <small>{detail}</small>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A section is current once its top is within this distance of the window's top, in pixels. */
const READ_AT = 120;

/**
 * Returns the id of the current section: the last one that has reached the top of the window, or the last of
 * the page at its end.
 */
function useCurrentEntry(entries: readonly Entry[]): string | undefined {
  const [current, setCurrent] = useState(entries[0]?.id);
  useEffect(() => {
    let frame = 0;
    function update(): void {
      frame = 0;
      const { scrollTop, clientHeight, scrollHeight } = document.documentElement;
      const isAtEnd = scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 2;
      const reached = entries.filter(
        ({ id }) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) <= READ_AT,
      );
      setCurrent((isAtEnd ? entries.at(-1) : (reached.at(-1) ?? entries[0]))?.id);
    }
    const scheduleUpdate = () => {
      frame ||= requestAnimationFrame(update);
    };
    update();
    addEventListener('scroll', scheduleUpdate, { passive: true });
    addEventListener('resize', scheduleUpdate);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', scheduleUpdate);
      removeEventListener('resize', scheduleUpdate);
    };
  }, [entries]);
  return current;
}
