// Profiles of one-time codes in the console: the calls of the public API for members.
import { z } from 'zod';
import type { Calls } from './calls/call.ts';
import { empty } from './common.ts';
import { changeProfileRequest, createProfileRequest, verifyProfile } from './publicApi/verifyProfiles.ts';

/** Profiles have no mode. */
export const codeProfileCalls = {
  'GET /projects/:id/verification_profiles': { answer: z.array(verifyProfile) },
  'POST /projects/:id/verification_profiles': { body: createProfileRequest, answer: verifyProfile },
  'PUT /projects/:id/verification_profiles/:profile_id': {
    body: changeProfileRequest,
    answer: verifyProfile,
  },
  'DELETE /projects/:id/verification_profiles/:profile_id': { answer: empty },
} satisfies Calls;
