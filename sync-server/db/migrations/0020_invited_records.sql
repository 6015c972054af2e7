ALTER TABLE "directory"."user_invitations" ADD COLUMN "investor_id" uuid;
