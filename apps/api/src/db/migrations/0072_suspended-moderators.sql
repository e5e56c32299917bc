-- Somebody who is suspended decides no appeals.
CREATE OR REPLACE FUNCTION enforce_other_admin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM moderation_decisions d WHERE d.id = NEW.decision_id AND d.decided_by = NEW.decided_by
  ) AND EXISTS (
    SELECT FROM users u WHERE (u.role = 'admin' OR u.staff_role = 'moderator')
      AND u.removed_at IS NULL AND NOT u.suspended AND u.id <> NEW.decided_by
  ) THEN
    RAISE EXCEPTION 'an appeal is decided by another admin' USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END $$;
