// The formats of send URLs by name.
import type { SendUrlFormat } from '@godwit/contract/sendUrls';
import { alertmanager } from './alerts.ts';
import type { Format } from './format.ts';
import { generic } from './generic.ts';
import { grafana } from './grafana.ts';
import { supabase } from './supabase.ts';

export const FORMATS: Readonly<Record<SendUrlFormat, Format>> = {
  ...{ GENERIC: generic, ALERTMANAGER: alertmanager, GRAFANA: grafana, SUPABASE: supabase },
};
