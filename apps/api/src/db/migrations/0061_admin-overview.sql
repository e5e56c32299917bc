CREATE INDEX "conversation_reports_open" ON "conversation_reports" USING btree ("created_at") WHERE "conversation_reports"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "disputes_by_day" ON "disputes" USING btree ("opened_at");--> statement-breakpoint
CREATE INDEX "ledger_entries_fees" ON "ledger_entries" USING btree ("transaction_id","amount_cents") WHERE "ledger_entries"."account" = 'fees';--> statement-breakpoint
CREATE INDEX "order_events_paid" ON "order_events" USING btree ("at","amount_cents") WHERE "order_events"."kind" = 'order.paid';--> statement-breakpoint
CREATE INDEX "orders_by_day" ON "orders" USING btree ("placed_at");--> statement-breakpoint
CREATE INDEX "payments_of_intent" ON "payments" USING btree ("intent_id");--> statement-breakpoint
CREATE INDEX "provider_events_waiting" ON "provider_events" USING btree ("received_at") WHERE "provider_events"."handled_at" is null;--> statement-breakpoint
CREATE INDEX "refunds_by_day" ON "refunds" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "refunds_of_provider" ON "refunds" USING btree ("provider_refund_id");--> statement-breakpoint
CREATE INDEX "outbox_dead" ON "outbox" USING btree ("dead_at") WHERE "outbox"."done_at" is null and "outbox"."dead_at" is not null;--> statement-breakpoint
CREATE INDEX "payouts_failed" ON "payouts" USING btree ("changed_at") WHERE "payouts"."state" = 'failed';--> statement-breakpoint
CREATE INDEX "payouts_of_transfer" ON "payouts" USING btree ("transfer_id");--> statement-breakpoint
CREATE INDEX "payouts_of_provider_payout" ON "payouts" USING btree ("provider_payout_id");--> statement-breakpoint
CREATE INDEX "products_by_day" ON "products" USING btree ("posted_at");--> statement-breakpoint
CREATE INDEX "reports_by_day" ON "reports" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "reports_of_product" ON "reports" USING btree ("product_id") WHERE "reports"."product_id" is not null;--> statement-breakpoint
CREATE INDEX "reports_of_reporter" ON "reports" USING btree ("reporter");--> statement-breakpoint
CREATE INDEX "users_by_sign_up" ON "users" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "users_trigrams" ON "users" USING gin (lower("name") gin_trgm_ops,"email_key" gin_trgm_ops);