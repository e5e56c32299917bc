import * as contract from '@redial/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import type { Route } from '../../platform/route.ts';
import { deleted, inserted, modified } from '../../platform/write-results.ts';
import { createConcurrencyLimiter, privateImageRoute, readUpload } from '../images/index.ts';
import { blockPerson, listBlocks, unblockPerson } from './blocks.ts';
import { closeConversationReport, listConversationReports } from './conversation-reports.ts';
import { countUnreadMessages, listConversations } from './list-conversations.ts';
import { listMessages } from './list-messages.ts';
import { openConversation } from './open-conversation.ts';
import { messageImages } from './photos.ts';
import { readConversation } from './read-conversation.ts';
import { reportConversation } from './report-conversation.ts';
import { reportTyping } from './report-typing.ts';
import { sendMessage } from './send-message.ts';
import { uploadPhoto } from './upload-photo.ts';

export function chatRoutes(api: FastifyInstance, route: Route, deps: Deps): void {
  const limiter = createConcurrencyLimiter({
    maxConcurrent: 1,
    maxQueued: 20,
    maxQueuedPerUser: contract.chatLimits.maxPhotos * 2,
  });

  route(contract.listConversations, ({ actor }) => listConversations(deps, actor));
  route(contract.countUnreadMessages, async ({ actor }) => ({
    unread: await countUnreadMessages(deps, actor),
  }));
  route(
    contract.openConversation,
    async ({ actor, body }) => inserted(await openConversation(deps, actor, body)),
    { limit: { max: 30, seconds: 60 } },
  );
  route(contract.listMessages, ({ actor, params, query }) =>
    listMessages(deps, actor, { ...params, ...query }),
  );
  route(
    contract.sendMessage,
    ({ actor, params, body }) => sendMessage(deps, actor, { ...params, ...body }),
    // Repetitions of a message count here; messages are limited by the use case.
    { limit: { max: 120, seconds: 60 } },
  );
  route(
    contract.uploadMessagePhoto,
    async ({ actor, params, request }) => {
      const { _id, img, ...size } = await uploadPhoto({ ...deps, limiter }, actor, {
        ...params,
        readBytes: () => readUpload(request, deps.settings),
      });
      return { ...inserted(_id), url: img, ...size };
    },
    { limit: { max: 30, seconds: 60 } },
  );
  route(contract.readConversation, async ({ actor, params, body }) =>
    modified(await readConversation(deps, actor, { ...params, ...body })),
  );
  route(
    contract.reportTyping,
    async ({ actor, params }) => modified(await reportTyping(deps, actor, params)),
    { limit: { max: 60, seconds: 60 } },
  );
  route(
    contract.reportConversation,
    async ({ actor, params, body }) =>
      inserted(await reportConversation(deps, actor, { ...params, ...body })),
    { limit: { max: 10, seconds: 3600 } },
  );
  route(contract.listConversationReports, () => listConversationReports(deps));
  route(contract.closeConversationReport, async ({ actor, params }) =>
    modified(await closeConversationReport(deps, actor, params)),
  );
  route(contract.listBlocks, ({ actor }) => listBlocks(deps, actor));
  route(contract.blockPerson, async ({ actor, body }) =>
    inserted(await blockPerson(deps, actor, body)),
  );
  route(contract.unblockPerson, async ({ actor, params }) =>
    deleted(await unblockPerson(deps, actor, params)),
  );

  privateImageRoute(api, deps, messageImages);
}
