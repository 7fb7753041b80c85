// Tamil text of campaigns.
import type { TextsOf } from '../translation.ts';
import type { campaigns } from './en.ts';

export const ta: TextsOf<typeof campaigns> = {
  'campaigns.id': 'பிரசார ID',
  'campaigns.copyId': 'பிரசார ID ஐ நகலெடுக்கவும்',
  'campaigns.groups': 'குழுக்களின் எண்ணிக்கை',
  'campaigns.groupCount': '{count, plural, one {# குழு} other {# குழுக்கள்}}',
  'campaigns.row': '{name}, {status}, {date}',
  'campaigns.empty':
    'இன்னும் பிரசாரங்கள் இல்லை. ஒரு பிரசாரம் உங்கள் தொடர்புக் குழுக்களில் உள்ள அனைவருக்கும் ஒரே செய்தியை அனுப்பும்.',
  'campaigns.emptyTest':
    'சோதனை முறையில் இன்னும் பிரசாரங்கள் இல்லை. சோதனை முறையில் பிரசாரம் சிமுலேட்டருக்குச் செல்லும்; கட்டணம் இல்லை.',
  'campaigns.scheduled': 'நேரம் குறித்தது',
  'campaigns.sending': 'அனுப்பப்படுகிறது',
  'campaigns.delivered': '{delivered, number} / {recipients, number}',
  'campaigns.deliveredOf': '{delivered, number} / {recipients, number} வழங்கப்பட்டது',
  'campaigns.outcome': '{outcome} {count, number}',

  'campaign.title': 'பிரசார விவரங்கள்',
  'campaign.scheduledFor': 'குறித்த நேரம்',
  'campaign.zoned': '{time}, {zone}',
  'campaign.messages': 'செய்திகளின் எண்ணிக்கை',
  'campaign.retryOf': 'இதற்காக மீண்டும் அனுப்பியது',
  'campaign.firstCampaign': 'முதல் பிரசாரம்',
  'campaign.progress': 'முன்னேற்றம்',
  'campaign.recipients': '{count, plural, one {# பெறுநர்} other {# பெறுநர்கள்}}',
  'campaign.notStarted': 'பிரசாரம் தொடங்கும்போது அதன் குழுக்களில் உள்ள அனைவருக்கும் அனுப்பப்படும்.',
  'campaign.counting': 'பெறுநர்கள் எண்ணப்படுகின்றனர்.',
  'campaign.neverStarted': 'தொடங்கும் முன்பே இது இரத்தானது. செய்திகள் எதுவும் அனுப்பப்படவில்லை.',
  'campaign.nobody': 'அனுப்புவதற்கு யாரும் இருக்கவில்லை.',
  'campaign.waiting': 'காத்திருக்கிறது',
  'campaign.held':
    'பெறுநர் இருக்கும் இடத்தில் நேரம் {from} முதல் {to} வரை எனில், விளம்பரச் செய்திகள் காத்திருந்து {to} மணிக்கு அனுப்பப்படும்.',
  'campaign.withCarrier': 'வலையமைப்பிடம்',
  'campaign.way': 'அதன் செய்திகள் எதுவரை சென்றுள்ளன',
  'campaign.groupDetails': 'குழு விவரங்கள்',
  'campaign.noGroups': 'இந்தக் குழுக்கள் நீக்கப்பட்டுள்ளன.',
  'campaign.noGroupsRetry': 'முதல் பிரசாரம் சென்றடையாதவர்களுக்கு அனுப்பப்பட்டது.',
  'campaign.tabMessages': 'செய்திகள் {count, number}',
  'campaign.tabSkipped': 'அனுப்பப்படாதவை {count, number}',
  'campaign.noMessages': 'இன்னும் செய்திகள் இல்லை.',
  'campaign.noSkipped': 'பெறுநர்கள் அனைவருக்கும் செய்தி அனுப்பப்பட்டது.',
  'campaign.duplicate': 'பிரதி எடுக்கவும்',
  'campaign.sendAgain': 'சென்றடையாத {count, number} பேருக்கு மீண்டும் அனுப்பவும்',
  'campaign.cancel': 'பிரசாரத்தை இரத்துச்செய்யவும்',
  'campaign.cancelScheduled': 'செய்திகள் எதுவும் அனுப்பப்படாது. பிரசாரம் உங்கள் பட்டியலில் “இரத்தானது” என இருக்கும்.',
  'campaign.cancelSending':
    'ஏற்கெனவே வலையமைப்பிடம் உள்ள செய்திகளை நிறுத்த முடியாது. மற்றவை அனுப்பப்படாது; அவற்றின் கட்டணம் உங்கள் இருப்புக்குத் திரும்பும்.',
  'campaign.keep': 'அப்படியே விடவும்',
  'campaign.cancelling': 'இரத்துச்செய்கிறது…',
  'campaign.wasCancelled': 'பிரசாரம் வெற்றிகரமாக இரத்துச்செய்யப்பட்டது',
};
