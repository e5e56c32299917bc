ALTER TABLE "users" ADD COLUMN "staff_role" text;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_staff_role" CHECK ("users"."staff_role" in ('moderator', 'support'));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_staff_are_buyers" CHECK ("users"."staff_role" is null or "users"."role" = 'buyer');
--> statement-breakpoint
CREATE OR REPLACE FUNCTION enforce_other_admin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM moderation_decisions d WHERE d.id = NEW.decision_id AND d.decided_by = NEW.decided_by
  ) AND EXISTS (
    SELECT FROM users u WHERE (u.role = 'admin' OR u.staff_role = 'moderator')
      AND u.removed_at IS NULL AND u.id <> NEW.decided_by
  ) THEN
    RAISE EXCEPTION 'an appeal is decided by another admin' USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END $$;
