import { CONTINENTS, continentsAnswer } from '@godwit/contract/countries';
import { getCountries, getCountryCallingCode, Metadata } from 'libphonenumber-js/max';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { parseRecipient } from '../messages/numbers.ts';
import { isRefusal } from '../refusal.ts';
import { getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples' with { type: 'json' };
