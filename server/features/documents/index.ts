import type { AppContext } from '#server/platform/app-context.ts'
import { defineFeature } from '#server/platform/feature.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { documents, reachedDocuments } from './documents.access.ts'
import {
  addPeerDocumentVersion,
  checkDocumentFile,
  requestPeerDocumentDownload,
  submitPeerDocument,
  trackPeerDocumentView,
  withdrawPeerDocument,
} from './documents.actions.ts'
import { documentJobs } from './documents.jobs.ts'
import { documentReads } from './documents.reads.ts'
import { registerDocumentRoutes } from './documents.routes.ts'
import { importDocuments } from './imports/imports.actions.ts'
import { documentsPersonalData } from './personal-data.ts'
import { moderateDocumentRequest, requestPeerDocument, withdrawDocumentRequest } from './requests.actions.ts'
import { approvePeerDocument, editPeerDocument, refusePeerDocument, revealDocumentSubmitter } from './staff.actions.ts'

export { documents, reachedDocuments }

const documentActions = (context: AppContext) => ({
  submitPeerDocument: (call: Call<never>) => submitPeerDocument(context, call),
  addPeerDocumentVersion: (call: Call<never>) => addPeerDocumentVersion(context, call),
  withdrawPeerDocument: (call: Call<never>) => withdrawPeerDocument(context, call),
  checkDocumentFile: (call: Call<never>) => checkDocumentFile(context, call),
  requestPeerDocumentDownload: (call: Call<never>) => requestPeerDocumentDownload(context, call),
  trackPeerDocumentView: (call: Call<never>) => trackPeerDocumentView(context, call),
  requestPeerDocument: (call: Call<never>) => requestPeerDocument(context, call),
  withdrawDocumentRequest: (call: Call<never>) => withdrawDocumentRequest(context, call),
  moderateDocumentRequest: (call: Call<never>) => moderateDocumentRequest(context, call),
  approvePeerDocument: (call: Call<never>) => approvePeerDocument(context, call),
  refusePeerDocument: (call: Call<never>) => refusePeerDocument(context, call, 'refused'),
  askForDocumentChanges: (call: Call<never>) => refusePeerDocument(context, call, 'changes_requested'),
  editPeerDocument: (call: Call<never>) => editPeerDocument(context, call),
  revealDocumentSubmitter: (call: Call<never>) => revealDocumentSubmitter(context, call),
})

export const documentsFeature = defineFeature({
  name: 'documents',
  level: 'content',
  besides: ['discussions'],
  reads: documentReads,
  access: [documents, reachedDocuments],
  personalData: documentsPersonalData,
  actions: documentActions,
  imports: (context) => ({ documents: (order) => importDocuments(context, order) }),
  jobs: ({ blobs }) => documentJobs(blobs),
  schedule: ['23 * * * * documents:sweep', '3 * * * * documents:open'],
  routes: (app, context) => registerDocumentRoutes(app, context),
})
