import { defineFeature } from '#server/platform/feature.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { loadOrCreateSigner, type Signer } from './certificates/certificate-key.ts'
import { registerCertificateRoutes, showCertificate } from './certificates/certificates.routes.ts'
import { cle, cleRules } from './cle.access.ts'
import { cleReads } from './cle.reads.ts'
import { checkCleCode, claimCleCredit, submitCleCode } from './codes/codes.actions.ts'
import {
  addCleCredit,
  confirmCleAttendance,
  importCleCredits,
  revokeCleCredit,
  saveCleAccreditation,
} from './credits/credits.actions.ts'
import { clePersonalData } from './personal-data.ts'

export { issueCertificate } from './certificates/issue.ts'
export { loadOrCreateSigner, PUBLIC_KEY_FILE, type Signer } from './certificates/certificate-key.ts'

export const cleFeature = defineFeature<Signer>({
  name: 'cle',
  level: 'around',
  reads: cleReads,
  access: [cle, cleRules],
  personalData: clePersonalData,
  services: ({ config }) => loadOrCreateSigner(config.dataDir, config.CERTIFICATE_KEY),
  actions: ({ pool, bus }, signer) => {
    const tools = { pool, bus, signer }
    return {
      checkCleCode: (call: Call<never>) => checkCleCode(pool, bus, call),
      submitCleCode: (call: Call<never>) => submitCleCode(pool, bus, call),
      claimCleCredit: (call: Call<never>) => claimCleCredit(tools, call),
      addCleCredit: (call: Call<never>) => addCleCredit(tools, call),
      saveCleAccreditation: (call: Call<never>) => saveCleAccreditation(tools, call),
      confirmCleAttendance: (call: Call<never>) => confirmCleAttendance(tools, call),
      revokeCleCredit: (call: Call<never>) => revokeCleCredit(tools, call),
    }
  },
  imports: ({ pool, bus }) => ({ cle: (order) => importCleCredits({ pool, bus }, order) }),
  routes: (app, context, signer) => registerCertificateRoutes(app, context, signer),
  links: (context) => ({ '/verify/': (code: string) => showCertificate(context, code) }),
})
