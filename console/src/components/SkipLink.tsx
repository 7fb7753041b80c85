// The first stop of every page: past the bars, to its content. The address stays, since pages that ask before they are left watch it.
import type { MouseEvent } from 'react';
import { useText } from '../text/useText.ts';
import classes from './TopBar.module.css';

export function SkipLink() {
  const t = useText();
  function skip(event: MouseEvent): void {
    event.preventDefault();
    document.getElementById('content')?.focus();
  }
  return (
    // biome-ignore lint/a11y/useValidAnchor: leads to a place on the page, and screen readers list it among the links
    <a href="#content" className={classes.skip} onClick={skip}>
      {t('nav.skip')}
    </a>
  );
}
