// The two invented businesses of the demo. Any likeness to a real one is chance.
import type { RegionCode } from '@godwit/contract/accounts/accounts';
import type { MemberRole } from '../db/types.ts';

/** Automatic messages of a project: how many a day, to whom, at which local hours, with which texts. */
export type Stream = {
  perDay: number;
  /** From this hour up to that one; the middle is the busiest. */
  hours: readonly [number, number];
  /** Monday to Sunday. */
  weekdays: readonly number[];
  sender: string;
  /** `{first_name}`, `{code}`, `{number}`, `{amount}`, `{time}` are filled in. */
  texts: readonly string[];
};

export type DemoProject = {
  name: string;
  senders: readonly { name: string; promotional: boolean }[];
  streams: readonly Stream[];
};

export type Business = {
  name: string;
  region: RegionCode;
  people: readonly { firstName: string; lastName: string; email: string; role: MemberRole }[];
  projects: readonly DemoProject[];
  firstNames: readonly string[];
  lastNames: readonly string[];
  twoWayNumber: string;
  contacts: number;
  groups: readonly string[];
  /** Destinations by share: the number's prefix and its remaining digits. */
  destinations: readonly { prefix: string; digits: number; share: number }[];
  templates: readonly { name: string; content: string }[];
  /** One after the other over the year, the last one in days to come. */
  campaigns: readonly { name: string; sender: string; group: number; content: string }[];
  topUp: number;
};

const EVERY_DAY = [1, 0.95, 0.95, 1, 1.2, 1.3, 0.7] as const;
const WORKING_DAYS = [1.1, 1, 1, 1, 1, 0.4, 0.05] as const;

const LANKA: Business = {
  name: 'Kandy Home Stores (demo)',
  region: 'LK',
  twoWayNumber: '+94112300300',
  people: [
    { firstName: 'Nimali', lastName: 'Wijesinghe', email: 'nimali@kandyhome.example', role: 'OWNER' },
    { firstName: 'Tharindu', lastName: 'Jayawardena', email: 'tharindu@kandyhome.example', role: 'ADMIN' },
    { firstName: 'Fathima', lastName: 'Rizvi', email: 'fathima@kandyhome.example', role: 'SENDER' },
    { firstName: 'Kavin', lastName: 'Selvarajah', email: 'kavin@kandyhome.example', role: 'VIEWER' },
  ],
  projects: [
    {
      name: 'Online shop',
      senders: [
        { name: 'KandyHome', promotional: false },
        { name: 'KHOffers', promotional: true },
      ],
      streams: [
        {
          perDay: 62,
          hours: [8, 21],
          weekdays: EVERY_DAY,
          sender: 'KandyHome',
          texts: [
            'Hi {first_name}, your order {number} is packed and leaves our Peradeniya Road store today.',
            'Order {number} is out for delivery. Please keep Rs {amount} ready if you pay on delivery.',
            'Order {number} has been delivered. Thank you for shopping with Kandy Home Stores!',
            'ඔබගේ ඇණවුම {number} අද බෙදා හැරේ. ස්තූතියි, Kandy Home Stores.',
            'உங்கள் ஆர்டர் {number} இன்று அனுப்பப்படும். நன்றி.',
          ],
        },
      ],
    },
    {
      name: 'Sign-in codes',
      senders: [{ name: 'KandyHome', promotional: false }],
      streams: [
        {
          perDay: 26,
          hours: [6, 24],
          weekdays: EVERY_DAY,
          sender: 'KandyHome',
          texts: [
            '{code} is your Kandy Home Stores code. It is good for 5 minutes. Never tell it to anyone who calls you.',
          ],
        },
      ],
    },
  ],
  firstNames: [
    'Kasun',
    'Dilini',
    'Ruwan',
    'Sanduni',
    'Chamara',
    'Ishara',
    'Nuwan',
    'Anoma',
    'Mohamed',
    'Ayesha',
    'Suresh',
    'Priya',
    'Lakshmi',
    'Roshan',
    'Hiruni',
    'Malith',
    'Amaya',
    'Pradeep',
    'Zainab',
    'Kumaran',
  ],
  lastNames: [
    'Perera',
    'Fernando',
    'Silva',
    'Bandara',
    'Jayasuriya',
    'Dissanayake',
    'Rathnayake',
    'Gunawardena',
    'Nazeer',
    'Farook',
    'Sivakumar',
    'Rajendran',
    'Herath',
    'Ekanayake',
    'Wickramasinghe',
    '',
  ],
  contacts: 1_400,
  groups: ['All customers', 'Kandy and suburbs', 'Loyalty card', 'Furniture buyers', 'Staff'],
  destinations: [
    { prefix: '+9477', digits: 7, share: 0.34 },
    { prefix: '+9471', digits: 7, share: 0.22 },
    { prefix: '+9476', digits: 7, share: 0.14 },
    { prefix: '+9470', digits: 7, share: 0.1 },
    { prefix: '+9475', digits: 7, share: 0.08 },
    { prefix: '+9478', digits: 7, share: 0.06 },
    { prefix: '+6141', digits: 7, share: 0.025 },
    { prefix: '+97150', digits: 7, share: 0.025 },
    { prefix: '+447911', digits: 6, share: 0.01 },
  ],
  templates: [
    {
      name: 'Delivery tomorrow',
      content: 'Hi {first_name|there}, your furniture arrives tomorrow between 9 and 1.',
    },
    {
      name: 'Payment reminder',
      content: 'Hi {first_name|there}, your instalment is due on Friday. Pay at any branch or online.',
    },
    {
      name: 'Loyalty points',
      content:
        'Dear {first_name|customer}, your points can be used in all branches until the end of the month.',
    },
  ],
  campaigns: [
    {
      name: 'Deepavali offers',
      sender: 'KHOffers',
      group: 1,
      content: 'Hi {first_name|there}, Deepavali offers at Kandy Home: up to 20% off on lamps and linen.',
    },
    {
      name: 'Christmas season',
      sender: 'KHOffers',
      group: 0,
      content: 'Season offers at Kandy Home Stores: 25% off on all kitchenware until 24 December.',
    },
    {
      name: 'New Year clearance',
      sender: 'KHOffers',
      group: 0,
      content: '{first_name|Dear customer}, the clearance sale has begun. Up to 40% off while stocks last.',
    },
    {
      name: 'Thai Pongal',
      sender: 'KHOffers',
      group: 1,
      content: 'Pongal wishes from Kandy Home! Steel pots and trays at 15% off this week.',
    },
    {
      name: 'Loyalty double points',
      sender: 'KHOffers',
      group: 2,
      content: 'Hi {first_name|there}, double points on your loyalty card this Saturday and Sunday.',
    },
    {
      name: 'Avurudu sale',
      sender: 'KHOffers',
      group: 0,
      content: 'සුබ අලුත් අවුරුද්දක් වේවා! Kandy Home හි 30% දක්වා වට්ටම්.',
    },
    {
      name: 'New opening hours',
      sender: 'KandyHome',
      group: 0,
      content: 'Our Peradeniya Road store is now open from 9 to 8 every day, Poya days included.',
    },
    {
      name: 'Vesak closing',
      sender: 'KandyHome',
      group: 0,
      content: 'Our stores are closed on Vesak Poya day. Online orders leave on the day after.',
    },
    {
      name: 'Sofa week',
      sender: 'KHOffers',
      group: 3,
      content: '{first_name|Hello}, it is sofa week: free delivery within Kandy district on every sofa set.',
    },
    {
      name: 'Esala Perahera parking',
      sender: 'KandyHome',
      group: 1,
      content: 'During the Perahera our car park closes at 3 pm. Shop early, or online with free delivery.',
    },
    {
      name: 'Back to school',
      sender: 'KHOffers',
      group: 0,
      content:
        'Study tables from Rs 8,900 this week at Kandy Home Stores. See you soon, {first_name|dear customer}!',
    },
    {
      name: 'Weekend flash sale',
      sender: 'KHOffers',
      group: 2,
      content: 'Only for loyalty cards: 35% off on bed linen this weekend. Show this message at the counter.',
    },
  ],
  topUp: 5_000,
};

const SYDNEY: Business = {
  name: 'Harbour Dental Group (demo)',
  region: 'AU',
  twoWayNumber: '+61488000300',
  people: [
    { firstName: 'Olivia', lastName: 'Marsh', email: 'olivia@harbourdental.example', role: 'OWNER' },
    { firstName: 'Liam', lastName: 'Nguyen', email: 'liam@harbourdental.example', role: 'SENDER' },
  ],
  projects: [
    {
      name: 'Appointments',
      senders: [
        { name: 'HarbourDent', promotional: false },
        { name: 'HDSmiles', promotional: true },
      ],
      streams: [
        {
          perDay: 34,
          hours: [8, 18],
          weekdays: WORKING_DAYS,
          sender: 'HarbourDent',
          texts: [
            'Hi {first_name}, your appointment at Harbour Dental Manly is tomorrow at {time}. Reply by phone on 02 5550 0142 to change it.',
            'Hi {first_name}, thanks for visiting us today. Your invoice {number} for AUD {amount} is in your email.',
            'Hi {first_name}, a place is free today at {time}. Call 02 5550 0142 if you would like it.',
          ],
        },
      ],
    },
  ],
  firstNames: [
    'Charlotte',
    'Jack',
    'Amelia',
    'Noah',
    'Isla',
    'William',
    'Mia',
    'Thomas',
    'Grace',
    'Ethan',
    'Chloe',
    'Arjun',
    'Mei',
    'Hassan',
    'Zoe',
    'Lucas',
  ],
  lastNames: [
    'Smith',
    'Jones',
    'Williams',
    'Brown',
    'Wilson',
    'Taylor',
    'Nguyen',
    'Chen',
    'Singh',
    'Kelly',
    'Ryan',
    'Murphy',
    'Papadopoulos',
    '',
  ],
  contacts: 620,
  groups: ['All patients', 'Check-up due', 'Orthodontics', 'Manly surgery'],
  destinations: [
    { prefix: '+6141', digits: 7, share: 0.38 },
    { prefix: '+6142', digits: 7, share: 0.24 },
    { prefix: '+6143', digits: 7, share: 0.18 },
    { prefix: '+6145', digits: 7, share: 0.12 },
    { prefix: '+6421', digits: 7, share: 0.06 },
    { prefix: '+447911', digits: 6, share: 0.02 },
  ],
  templates: [
    {
      name: 'Running late',
      content: 'Hi {first_name|there}, we are running about 20 minutes late today. Sorry about the wait.',
    },
    {
      name: 'Check-up due',
      content:
        'Hi {first_name|there}, it has been six months since your last check-up. Call 02 5550 0142 to book.',
    },
  ],
  campaigns: [
    {
      name: 'Use your extras',
      sender: 'HDSmiles',
      group: 0,
      content:
        'Hi {first_name|there}, health fund extras reset on 1 January. Book your check-up before they do.',
    },
    {
      name: 'Holiday hours',
      sender: 'HarbourDent',
      group: 0,
      content: 'Harbour Dental is closed from 24 December to 2 January. Emergencies: 02 5550 0199.',
    },
    {
      name: 'School holiday check-ups',
      sender: 'HDSmiles',
      group: 1,
      content: 'Kids check-ups in the school holidays: places left at Manly and Dee Why. Book now.',
    },
    {
      name: 'Easter hours',
      sender: 'HarbourDent',
      group: 3,
      content: 'Our Manly surgery is closed from Good Friday to Easter Monday.',
    },
    {
      name: 'Whitening in June',
      sender: 'HDSmiles',
      group: 0,
      content: '{first_name|Hello}, take-home whitening is $50 off in June at Harbour Dental.',
    },
    {
      name: 'Aligner open evening',
      sender: 'HDSmiles',
      group: 2,
      content: 'Curious about aligners? Join our open evening on Thursday at 6 in Manly.',
    },
    {
      name: 'Check-up reminder',
      sender: 'HDSmiles',
      group: 1,
      content: 'Hi {first_name|there}, your six-month check-up is due. Book online or on 02 5550 0142.',
    },
  ],
  topUp: 150,
};

/** The demo's businesses. */
export const BUSINESSES: readonly Business[] = [LANKA, SYDNEY];

/** Teams that have just begun, for staff to decide about. */
export const NEWCOMERS = [
  {
    firstName: 'Dinesh',
    lastName: 'Kumara',
    email: 'dinesh@gallespice.example',
    region: 'LK' as const,
    name: 'Galle Spice Garden (demo)',
    document: 'Certificate of incorporation',
  },
  {
    firstName: 'Hannah',
    lastName: 'Collins',
    email: 'hannah@bayrunners.example',
    region: 'AU' as const,
    name: 'Bay Runners Club (demo)',
    document: 'ABN registration',
  },
];

/** The roles of staff that have an account. */
export const DEMO_STAFF = ['ADMIN', 'COMPLIANCE', 'FINANCE', 'SUPPORT'] as const;

/** Under which address a role of staff signs in. */
export const staffEmail = (role: (typeof DEMO_STAFF)[number]): string =>
  `${role.toLowerCase()}@godwit.example`;
