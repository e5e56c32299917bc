import {
  type listRiskyListings as endpoint,
  type ResponseOf,
  type RiskPart,
  riskCodes,
  riskRules,
  riskWeights,
  toDollars,
} from '@redial/contract';
import { and, desc, eq, gte, isNotNull, isNull, not, or, sql } from 'drizzle-orm';
import { type AssessedPart, products, riskAssessments, users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { absoluteImageUrl } from '../images/index.ts';

/** Lists what is held for review, then what is risky, each with the highest score first. */
export async function listRiskyListings({
  db,
  settings,
}: Pick<Deps, 'db' | 'settings'>): Promise<ResponseOf<typeof endpoint>> {
  const { score, heldAt } = riskAssessments;
  const rows = await db
    .select({ product: products, assessment: riskAssessments, sellerName: users.name })
    .from(riskAssessments)
    .innerJoin(products, eq(products.id, riskAssessments.productId))
    .innerJoin(users, eq(users.id, products.sellerId))
    .where(
      and(
        or(gte(score, riskRules.minListedScore), isNotNull(heldAt)),
        isNull(products.removedAt),
        not(products.isPaid),
      ),
    )
    .orderBy(sql`${heldAt} is null`, desc(score), desc(products.postedAt), desc(products.id))
    .limit(riskRules.maxListed);
  return {
    holdAbove: settings.holdListingsAbove,
    listings: rows.map(({ product, assessment, sellerName }) => ({
      _id: product.id,
      name: product.name,
      img: absoluteImageUrl(product.imageUrl, settings),
      price: toDollars(product.resalePriceCents),
      sellerId: product.sellerId,
      sellerName,
      postedAt: product.postedAt.toISOString(),
      score: assessment.score,
      parts: toRiskParts(assessment.parts),
      held: assessment.heldAt !== null,
      assessedAt: assessment.assessedAt.toISOString(),
    })),
  };
}

/** All parts with their weights, those that apply with their figures. */
export function toRiskParts(assessed: readonly AssessedPart[]): RiskPart[] {
  return riskCodes.map((code) => {
    const part = assessed.find((one) => one.code === code);
    return {
      code,
      weight: part?.weight ?? riskWeights[code],
      applies: part !== undefined,
      detail: part?.detail ?? null,
    };
  });
}
