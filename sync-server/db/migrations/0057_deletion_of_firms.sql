ALTER TABLE "directory"."tenants" ADD COLUMN "deletion_at" timestamp(3) with time zone;
