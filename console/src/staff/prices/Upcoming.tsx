// Lists of a region that do not count yet.
import type { StaffPrices } from '@godwit/contract/staffOperations';
import { Button } from '@mantine/core';
import { formatInstant } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import classes from './PricesPage.module.css';

type Props = {
  upcoming: StaffPrices['upcoming'];
  onShow: (validFrom: string) => void;
  /** Takes a list back; null for whom may not. */
  onCancel: ((validFrom: string) => void) | null;
};

export function Upcoming({ upcoming, onShow, onCancel }: Props) {
  const t = useText();
  if (upcoming.length === 0) return null;
  return (
    <div className={classes.upcoming}>
      <h2 className={classes.heading}>{t('staff.prices.upcoming')}</h2>
      <Card padded={false}>
        <ul className={classes.list} aria-label={t('staff.prices.upcoming')}>
          {upcoming.map(({ valid_from: validFrom, rows }) => {
            const at = formatInstant(validFrom);
            return (
              <li key={validFrom} className={classes.row}>
                <span className={classes.when}>
                  <strong>{t('staff.prices.upcomingRow', { at })}</strong>
                  <span className={classes.quiet}>{t('staff.prices.rows', { count: rows })}</span>
                </span>
                <span className={classes.actions}>
                  <Button
                    variant="subtle"
                    size="xs"
                    aria-label={t('staff.prices.showNamed', { at })}
                    onClick={() => onShow(validFrom)}
                  >
                    {t('staff.prices.show')}
                  </Button>
                  {onCancel ? (
                    <Button
                      variant="subtle"
                      color="red"
                      size="xs"
                      aria-label={t('staff.prices.cancelNamed', { at })}
                      onClick={() => onCancel(validFrom)}
                    >
                      {t('staff.prices.cancel')}
                    </Button>
                  ) : null}
                </span>
              </li>
            );
          })}
        </ul>
      </Card>
    </div>
  );
}
